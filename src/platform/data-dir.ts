import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalSecrets } from './config/config.ts'

/** What went wrong with the data folder, as one sentence for the person at the console. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError'
}

/**
 * Takes the data folder for this process alone. The embedded database has no lock of its own: two processes on one
 * folder silently lose rows. The lock names the process and the moment it began, so that a process killed without
 * warning, or a number used again, does not hold the folder.
 *
 * @returns a function that gives the folder back
 * @throws DataDirError when another living process has it, or it cannot be written
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'process.lock')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new DataDirError(
      `Não consigo escrever na pasta de dados ${dataDir} (${codeOf(error)}). Ajuste DATA_DIR ou as permissões.`,
    )
  }
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, JSON.stringify({ pid: process.pid, began: beginningOf(process.pid) }))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') {
        throw new DataDirError(
          `Não consigo escrever na pasta de dados ${dataDir} (${codeOf(error)}). Ajuste DATA_DIR ou as permissões.`,
        )
      }
      const holder = readHolder(path)
      if (holder && isAlive(holder)) {
        throw new DataDirError(
          `A pasta de dados ${dataDir} já está em uso pelo processo ${holder.pid}. Pare-o ou escolha outra DATA_DIR.`,
        )
      }
      rmSync(path, { force: true })
    }
  }
  throw new DataDirError(`A pasta de dados ${dataDir} está sendo disputada por outro processo.`)
}

/** Secrets of a demonstration: made once, kept readable by this user alone. */
export function localSecrets(dataDir: string): LocalSecrets {
  const path = join(dataDir, 'secrets.json')
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as LocalSecrets
  } catch {
    const secrets = { session: randomBytes(32).toString('hex'), encryption: randomBytes(32).toString('hex') }
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      writeFileSync(path, JSON.stringify(secrets), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return JSON.parse(readFileSync(path, 'utf8')) as LocalSecrets
      throw new DataDirError(
        `Não consigo escrever na pasta de dados ${dataDir} (${codeOf(error)}). Ajuste DATA_DIR ou as permissões.`,
      )
    }
    return secrets
  }
}

interface Holder {
  pid: number
  began: string
}

function readHolder(path: string): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Holder
    return Number.isInteger(holder.pid) ? holder : undefined
  } catch {
    return undefined
  }
}

function isAlive({ pid, began }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
  return pid !== process.pid && beginningOf(pid) === began
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
