import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'

/** The process that a lock names. */
export interface Holder {
  pid: number
  host: string
  /** When that process began, where the system says so (Linux): a process number is used again. */
  began: string
}

/** The lock could not be taken. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError'
  /** Absent when others took and released it at the same time until the attempts were used up. */
  readonly holder: Holder | undefined

  constructor(path: string, holder?: Holder) {
    super(holder ? `${path} is held by process ${holder.pid} of ${holder.host}` : `${path} is contended`)
    this.holder = holder
  }
}

/**
 * Takes a lock file for this process alone. It names the machine, the process and the moment it began, so that a process
 * killed without warning, or a number used again, does not hold it. It appears whole or not at all. The simulator uses it
 * too, so this file imports nothing of the product.
 *
 * @param path of the lock file; its folder exists
 * @returns a function that releases it
 * @throws FolderLockedError, or what the file system says
 */
export function lockFile(path: string): () => void {
  const holder: Holder = { pid: process.pid, began: beginningOf(process.pid), host: hostname() }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (createWhole(path, JSON.stringify(holder))) return keep(path)
    const other = livingHolder(path)
    if (other) throw new FolderLockedError(path, other)
    removeStale(path)
  }
  throw new FolderLockedError(path)
}

/** Who holds a lock file; undefined when it is free, or its holder is gone. */
export function livingHolder(path: string, file = path): Holder | undefined {
  const holder = holderIn(file)
  return holder && isAlive(holder, file, path) ? holder : undefined
}

/**
 * Creates a file with its content, whole or not at all, for this user alone. Of several processes one creates it.
 *
 * @returns whether it was this call
 */
export function createWhole(path: string, content: string): boolean {
  const ours = `${path}.${process.pid}`
  try {
    writeFileSync(ours, content, { mode: 0o600 })
    return isLinked(ours, path)
  } finally {
    rmSync(ours, { force: true })
  }
}

const maxAttempts = 3
const beatSeconds = 5

/** Locks of this very process: its number alone would not tell two of its own holders apart. */
const held = new Set<string>()

/** A hard link is made by one process only, and with its content. */
function isLinked(ours: string, path: string): boolean {
  try {
    linkSync(ours, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Other machines cannot ask for this process by number: they go by the age of the lock. */
function keep(path: string): () => void {
  held.add(resolve(path))
  const beat = setInterval(() => {
    const now = new Date()
    try {
      utimesSync(path, now, now)
    } catch {
      // Somebody removed the folder: the next write says so.
    }
  }, beatSeconds * 1000)
  beat.unref()
  return () => {
    clearInterval(beat)
    held.delete(resolve(path))
    rmSync(path, { force: true })
  }
}

/** Moved away before it is read again, so that a lock taken in between is seen and put back. */
function removeStale(path: string): void {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
    const holder = livingHolder(path, aside)
    if (!holder) return
    isLinked(aside, path)
    throw new FolderLockedError(path, holder)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function holderIn(file: string): Holder | undefined {
  try {
    const { pid, began, host = hostname() } = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return Number.isInteger(pid) ? { pid, began, host } : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, began, host }: Holder, file: string, path: string): boolean {
  if (host !== hostname()) {
    const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
    return Date.now() - touched < 3 * beatSeconds * 1000
  }
  if (pid === process.pid && began === beginningOf(pid)) return held.has(resolve(path))
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  return beginningOf(pid) === began
}

/** Elsewhere than on Linux the process number alone must do. */
function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
