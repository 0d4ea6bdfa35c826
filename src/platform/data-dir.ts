import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { LocalSecrets } from './config/config.ts'
import { createWhole, FolderLockedError, type Holder, livingHolder, lockFile } from './folder-lock.ts'

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
    const holder = livingHolder(lockIn(dataDir))
    return holder && inUse(dataDir, holder).message
  } catch (error) {
    return (error instanceof DataDirError ? error : notWritable(dataDir, error)).message
  }
}

/**
 * Takes the data folder for this process alone. The embedded database has no lock of its own: two processes on one
 * folder silently lose rows.
 *
 * @returns a function that gives the folder back
 * @throws DataDirError when another living process has it, or it cannot be written
 */
export function lockDataDir(dataDir: string): () => void {
  ensureDataDir(dataDir)
  try {
    return lockFile(lockIn(dataDir))
  } catch (error) {
    if (!(error instanceof FolderLockedError)) throw notWritable(dataDir, error)
    if (error.holder) throw inUse(dataDir, error.holder)
    throw new DataDirError(`A pasta de dados ${dataDir} está sendo disputada por outro processo.`)
  }
}

/**
 * Secrets of a demonstration: made once, kept readable by this user alone.
 *
 * @throws DataDirError when they cannot be kept, or the file is damaged: new ones would not open the stored documents
 */
export function localSecrets(dataDir: string): LocalSecrets {
  ensureDataDir(dataDir)
  const path = join(dataDir, 'secrets.json')
  try {
    if (!existsSync(path)) {
      const made = { session: randomBytes(32).toString('hex'), encryption: randomBytes(32).toString('hex') }
      createWhole(path, JSON.stringify(made))
    }
    const kept = JSON.parse(readFileSync(path, 'utf8')) as LocalSecrets
    if (/^[0-9a-f]{64}$/.test(kept.session) && /^[0-9a-f]{64}$/.test(kept.encryption)) return kept
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw notWritable(dataDir, error)
  }
  throw new DataDirError(
    `O arquivo ${path} está danificado. Recupere-o de uma cópia; sem ele os documentos guardados não abrem.`,
  )
}

function lockIn(dataDir: string): string {
  return join(dataDir, 'process.lock')
}

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

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
