import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

interface Holder {
  pid: number
  /** When that process began, where the system tells: a number used again is another process. */
  began: string
}

/** Folders this very process holds: its number alone would not tell two of its simulators apart. */
const held = new Set<string>()

/**
 * Takes a data folder for one simulator: two on one journal would each forget what the other wrote. A lock left by a
 * killed process does not hold.
 *
 * @returns a function that gives the folder back
 * @throws when a living simulator has it
 */
export function lockFolder(dataDir: string): () => void {
  const path = resolve(dataDir, 'simulator.lock')
  const ours = `${path}.${process.pid}`
  writeFileSync(ours, JSON.stringify({ pid: process.pid, began: beginningOf(process.pid) } satisfies Holder))
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (appears(ours, path)) {
        held.add(path)
        return () => {
          held.delete(path)
          rmSync(path, { force: true })
        }
      }
      refuseLiving(path, path)
      removeStale(path)
    }
  } finally {
    rmSync(ours, { force: true })
  }
  throw new Error(`${dataDir} is being fought over by other simulators`)
}

/** A hard link is made by one process only, and with its content. */
function appears(ours: string, path: string): boolean {
  try {
    linkSync(ours, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Moved away before it is looked at again, so that a lock taken in between is seen and put back. */
function removeStale(path: string): void {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
    refuseLiving(aside, path, () => appears(aside, path))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function refuseLiving(file: string, path: string, before = () => {}): void {
  const holder = holderOf(file)
  if (holder === undefined || !isAlive(holder, path)) return
  before()
  throw new Error(`${dirname(path)} is in use by the simulator with process id ${holder.pid}`)
}

function holderOf(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Holder
    return Number.isInteger(holder.pid) ? holder : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, began }: Holder, path: string): boolean {
  if (pid === process.pid && began === beginningOf(pid)) return held.has(path)
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  return beginningOf(pid) === began
}

/** Where the system tells (Linux), the moment a process began; elsewhere the process number alone must do. */
function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined
