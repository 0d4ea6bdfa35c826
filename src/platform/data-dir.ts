import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../core/json.ts'
import type { LocalSecrets } from './config/config.ts'
import { codeOf } from './error-code.ts'
import { createFileAtomically, FolderLockedError, type Holder, liveHolder, lockFile } from './folder-lock.ts'

const secret = z.string().regex(/^[0-9a-f]{64}$/)
const secretsSchema = z.object({ session: secret, encryption: secret })

/** Problem with the data folder, as one sentence in Portuguese for the operator. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError'
}

/** Creates the data folder if it is missing. @throws DataDirError when it is not writable */
export function ensureDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw notWritable(dataDir, error)
  }
}

/**
 * Checks, without locking it, that the data folder is writable and not in use.
 *
 * @returns one sentence in Portuguese about the problem, or undefined
 */
export function dataDirProblem(dataDir: string): string | undefined {
  try {
    ensureDataDir(dataDir)
    const holder = liveHolder(lockIn(dataDir))
    return holder && inUse(dataDir, holder).message
  } catch (error) {
    return (error instanceof DataDirError ? error : notWritable(dataDir, error)).message
  }
}

/**
 * Locks the data folder for this process. The embedded database has no lock of its own: two processes on one folder silently lose
 * rows.
 *
 * @returns a function that releases the lock
 * @throws DataDirError when another running process holds it, or the folder is not writable
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
 * Returns the secrets of a demonstration: generated once, readable by this user only.
 *
 * @throws DataDirError when they cannot be stored, or the file is damaged: new ones could not decrypt stored documents
 */
export function localSecrets(dataDir: string): LocalSecrets {
  ensureDataDir(dataDir)
  const path = join(dataDir, 'secrets.json')
  try {
    if (!existsSync(path)) {
      const generated = {
        session: randomBytes(32).toString('hex'),
        encryption: randomBytes(32).toString('hex'),
      }
      createFileAtomically(path, JSON.stringify(generated))
    }
    const stored = secretsSchema.safeParse(parseJson(readFileSync(path, 'utf8')))
    if (stored.success) return stored.data
  } catch (error) {
    throw notWritable(dataDir, error)
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
    `Não consigo escrever na pasta de dados ${dataDir} (${codeOf(error) ?? error}). Ajuste DATA_DIR ou as permissões.`,
  )
}
