import { randomBytes } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { LocalSecrets } from './config/config.ts'

/** What went wrong with the data folder, as one sentence for the person at the console. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError'
}

/** Makes the data folder where it is missing. @throws DataDirError when nothing can be written there */
export function ensureDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw notWritable(dataDir, error)
  }
}

/**
 * Looks, without taking it, whether the data folder can be written and is free: said before anything is started.
 *
 * @returns the sentence that says why not, or undefined
 */
export function whyNotDataDir(dataDir: string): string | undefined {
  try {
    ensureDataDir(dataDir)
    const path = join(dataDir, 'process.lock')
    const holder = holderOf(path)
    return holder && isAlive(holder, path) ? inUse(dataDir, holder).message : undefined
  } catch (error) {
    return (error instanceof DataDirError ? error : notWritable(dataDir, error)).message
  }
}

/**
 * Takes the data folder for this process alone. The embedded database has no lock of its own: two processes on one
 * folder silently lose rows. The lock names the machine, the process and the moment it began, so that a process
 * killed without warning, or a number used again, does not hold the folder. It appears whole or not at all.
 *
 * @returns a function that gives the folder back
 * @throws DataDirError when another living process has it, or it cannot be written
 */
export function lockDataDir(dataDir: string): () => void {
  ensureDataDir(dataDir)
  const path = join(dataDir, 'process.lock')
  const ours = `${path}.${process.pid}`
  const holder: Holder = { pid: process.pid, began: beginningOf(process.pid), host: hostname() }
  try {
    writeFileSync(ours, JSON.stringify(holder), { mode: 0o600 })
    for (let attempt = 0; attempt < 3; attempt++) {
      if (appears(ours, path)) return keep(path)
      const other = holderOf(path)
      if (other && isAlive(other, path)) throw inUse(dataDir, other)
      removeStale(path, dataDir)
    }
  } catch (error) {
    throw error instanceof DataDirError ? error : notWritable(dataDir, error)
  } finally {
    rmSync(ours, { force: true })
  }
  throw new DataDirError(`A pasta de dados ${dataDir} está sendo disputada por outro processo.`)
}

/**
 * Secrets of a demonstration: made once, kept readable by this user alone.
 *
 * @throws DataDirError when they cannot be kept, or the file is damaged: new ones would not open the stored documents
 */
export function localSecrets(dataDir: string): LocalSecrets {
  ensureDataDir(dataDir)
  const path = join(dataDir, 'secrets.json')
  const ours = `${path}.${process.pid}`
  try {
    if (!existsSync(path)) {
      const made = { session: randomBytes(32).toString('hex'), encryption: randomBytes(32).toString('hex') }
      writeFileSync(ours, JSON.stringify(made), { mode: 0o600 })
      appears(ours, path)
    }
    const kept = JSON.parse(readFileSync(path, 'utf8')) as LocalSecrets
    if (/^[0-9a-f]{64}$/.test(kept.session) && /^[0-9a-f]{64}$/.test(kept.encryption)) return kept
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw notWritable(dataDir, error)
  } finally {
    rmSync(ours, { force: true })
  }
  throw new DataDirError(
    `O arquivo ${path} está danificado. Recupere-o de uma cópia; sem ele os documentos guardados não abrem.`,
  )
}

interface Holder {
  pid: number
  began: string
  host: string
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

/** Other machines cannot ask for this process by number: to them the lock's age tells. */
function keep(path: string): () => void {
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
    rmSync(path, { force: true })
  }
}

/** Moved away before it is looked at again, so that a lock taken in between is seen and put back. */
function removeStale(path: string, dataDir: string): void {
  const aside = `${path}.stale-${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const moved = holderOf(aside)
  if (moved && isAlive(moved, aside)) {
    appears(aside, path)
    rmSync(aside, { force: true })
    throw inUse(dataDir, moved)
  }
  rmSync(aside, { force: true })
}

function holderOf(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Holder
    return Number.isInteger(holder.pid) ? holder : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, began, host }: Holder, path: string): boolean {
  if (host !== hostname()) {
    return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < 3 * beatSeconds * 1000
  }
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  return pid !== process.pid && beginningOf(pid) === began
}

const beatSeconds = 5

function inUse(dataDir: string, { pid, host }: Holder): DataDirError {
  const where = host === hostname() ? '' : ` da máquina ${host}`
  return new DataDirError(
    `A pasta de dados ${dataDir} já está em uso pelo processo ${pid}${where}. Pare-o ou escolha outra DATA_DIR.`,
  )
}

function notWritable(dataDir: string, error: unknown): DataDirError {
  return new DataDirError(
    `Não consigo escrever na pasta de dados ${dataDir} (${codeOf(error)}). Ajuste DATA_DIR ou as permissões.`,
  )
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

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
