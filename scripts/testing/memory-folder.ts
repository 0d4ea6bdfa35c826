import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { join } from 'node:path'

/**
 * Several times the space that a run needs in its temporary folder, for the databases of four steps and the profiles of two
 * browsers.
 */
const neededBytes = 2 * 2 ** 30
const prefix = 'recomeco-run-'

/** Makes a folder in memory the temporary folder of this process and its children, unless one was chosen or there can be none. */
export function workInMemory(): void {
  const temporary = process.env.TMPDIR ?? memoryFolder()
  if (temporary !== undefined) process.env.TMPDIR = temporary
}

/**
 * Creates a folder in the machine's memory for the temporary files of this process and its children; returns undefined if there
 * is no such file system, too little memory, or programs in it cannot be executed. A run creates a million files, most of them of
 * databases that live for seconds, and on a disk each takes ten times as long. The folder is removed when this process exits; the
 * folder of a killed process is removed at the next call.
 *
 * @param shared Linux's folder of shared memory
 * @param mounts the list of mounted file systems
 * @param needed bytes that must be free in the folder, and twice that in memory
 */
export function memoryFolder({
  shared = '/dev/shm',
  mounts = '/proc/self/mounts',
  needed = neededBytes,
} = {}): string | undefined {
  if (!existsSync(mounts) || !runsPrograms(shared, readFileSync(mounts, 'utf8'))) return undefined
  if (!isRoomy(shared, needed)) return undefined
  for (const name of readdirSync(shared)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0
    if (pid > 0 && !isAlive(pid)) remove(join(shared, name))
  }
  const folder = mkdtempSync(join(shared, `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user when this one is root.
  chmodSync(folder, 0o755)
  process.once('exit', () => remove(folder))
  return folder
}

/** Checks whether a folder is a file system in memory from which programs can be executed. */
function runsPrograms(shared: string, mounts: string): boolean {
  const mounted = mounts.split('\n').map((line) => line.split(' '))
  const [, , type, options = ''] = mounted.find(([, folder]) => folder === shared) ?? []
  return type === 'tmpfs' && !options.split(',').includes('noexec')
}

function isRoomy(shared: string, needed: number): boolean {
  try {
    accessSync(shared, constants.W_OK)
    const { bavail, bsize } = statfsSync(shared)
    return bavail * bsize >= needed && availableMemory() >= 2 * needed
  } catch {
    return false
  }
}

/** Returns the bytes that the kernel can provide without swapping. */
function availableMemory(): number {
  const kilobytes = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8'))?.[1]
  return Number(kilobytes) * 1024
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // An exiting process still writes to the folder; the next call removes it.
  }
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}`)
}
