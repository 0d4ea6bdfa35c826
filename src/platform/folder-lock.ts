import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { resolve } from 'node:path'

/** Process that a lock names. */
export interface Holder {
  pid: number
  host: string
  /** Start time of that process, where the system provides it (Linux), because process ids are reused. */
  began: string
}

/** Error: the lock could not be taken. */
export class FolderLockedError extends Error {
  override readonly name = 'FolderLockedError'
  /** Absent when other processes kept taking and releasing it during every attempt. */
  readonly holder: Holder | undefined

  constructor(path: string, holder?: Holder) {
    super(holder ? `${path} is held by process ${holder.pid} of ${holder.host}` : `${path} is contended`)
    this.holder = holder
  }
}

/**
 * Takes an exclusive lock file. It names the machine, the process and its start time, so that a lock of a killed process or of a
 * reused process id is not valid. It is created atomically. The simulator uses it too, so this file imports no other product
 * code.
 *
 * @param path of the lock file; its folder exists
 * @returns a function that releases it
 * @throws FolderLockedError, or the file system's error
 */
export function lockFile(path: string): () => void {
  const holder: Holder = { pid: process.pid, began: beginningOf(process.pid), host: hostname() }
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    if (createFileAtomically(path, JSON.stringify(holder))) return hold(path)
    const other = liveHolder(path)
    if (other) throw new FolderLockedError(path, other)
    removeStale(path)
  }
  throw new FolderLockedError(path)
}

/** Returns the process that holds a lock file; undefined when it is free or its holder has exited. */
export function liveHolder(path: string, file = path): Holder | undefined {
  const holder = holderIn(file)
  return holder && isAlive(holder, file, path) ? holder : undefined
}

/**
 * Creates a file with its content atomically, readable by this user only. Of several concurrent calls only one succeeds.
 *
 * @returns whether this call created it
 */
export function createFileAtomically(path: string, content: string): boolean {
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

/** Paths locked by this process: the process id does not distinguish two holders in one process. */
const held = new Set<string>()

/**
 * Links our file to the path. Creating a hard link is atomic: only one process succeeds, and the file already has its content.
 */
function isLinked(ours: string, path: string): boolean {
  try {
    linkSync(ours, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Touches the lock regularly: other machines cannot check the process id and use the lock's age. */
function hold(path: string): () => void {
  held.add(resolve(path))
  const beat = setInterval(() => {
    try {
      touch(path)
    } catch {
      // The folder was removed: the next write fails and reports it.
    }
  }, beatSeconds * 1000)
  beat.unref()
  return () => {
    clearInterval(beat)
    held.delete(resolve(path))
    rmSync(path, { force: true })
  }
}

/**
 * Overwrites the first byte, so that the file system sets the time of the lock: with a wrong clock, this process would set a
 * wrong time.
 */
function touch(path: string): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, '{', 0)
  } finally {
    closeSync(file)
  }
}

/** Returns the current time of the file system that contains a path, which is the time of the locks in it. */
function timeThere(path: string): number {
  const probe = `${path}.${process.pid}.time`
  try {
    writeFileSync(probe, '', { mode: 0o600 })
    return statSync(probe).mtimeMs
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Moves the lock aside before reading it again, so that a lock taken in between is detected and restored. */
function removeStale(path: string): void {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
    const holder = liveHolder(path, aside)
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
    return timeThere(path) - touched < 3 * beatSeconds * 1000
  }
  if (pid === process.pid && began === beginningOf(pid)) return held.has(resolve(path))
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  return beginningOf(pid) === began
}

/** Returns the start time of a process. Only on Linux; on other systems the process id alone identifies the holder. */
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
