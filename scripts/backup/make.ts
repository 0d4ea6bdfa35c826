import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'drizzle-orm'
import { BackupError } from '../../src/platform/backup/backup-error.ts'
import { dumpDatabase } from '../../src/platform/backup/dump.ts'
import { copyFiles } from '../../src/platform/backup/files.ts'
import {
  type Manifest,
  nameBackup,
  unfinishedName,
  writeManifest,
} from '../../src/platform/backup/manifest.ts'
import type { Config } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { fileCodeOf } from '../../src/platform/error-code.ts'
import { newId } from '../../src/platform/ids.ts'
import { fingerprintOf } from '../../src/platform/signing.ts'
import { KeyError, keyProblem } from '../../src/platform/storage/canary.ts'
import { createCipher } from '../../src/platform/storage/cipher.ts'
import { fileStore } from '../../src/platform/storage/file-store.ts'
import { s3Store } from '../../src/platform/storage/s3-store.ts'
import { programVersion } from '../../src/platform/version.ts'
import { recordBackup } from './record.ts'

/** Returns the folder in which back-ups are stored unless a command names another. */
export function backupFolderOf({ backupDir, dataDir }: Pick<Config, 'backupDir' | 'dataDir'>): string {
  return resolve(backupDir ?? join(dataDir, 'backups'))
}

/** Returns the folder or bucket with the stored files, which are encrypted. */
export function storedFiles({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>) {
  return s3 ? s3Store(s3) : fileStore(join(dataDir, 'files'))
}

/** Returns the store for the files of a back-up. It does not sync each file, which would take longer than the rest. */
export function copiedFiles(backup: string) {
  return fileStore(join(backup, 'files'), { durable: false })
}

/**
 * Makes a back-up in a folder of its own: first a consistent snapshot of the database, then the files, so that each file
 * referenced by a row exists. The folder is named by the time of the snapshot. A failed back-up is removed; if the process is killed,
 * it leaves a folder whose name ends in `~`, which does not count as a back-up.
 *
 * @throws BackupError when it cannot be written, KeyError when its key does not open what the database keeps
 */
export async function makeBackup(
  database: Database,
  { config, into }: { config: Config; into: string },
): Promise<{ folder: string; manifest: Manifest }> {
  await checkKey(database, config)
  const unfinished = join(into, unfinishedName(newId()))
  try {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    const manifest = await writeInto(unfinished, database, config)
    const folder = nameBackup(unfinished, { into, at: manifest.at })
    await recordBackup(database)
    return { folder, manifest }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const code = fileCodeOf(error)
    if (code === undefined) throw error
    throw new BackupError(`A cópia não pôde ser escrita em ${into} (${code}).`)
  }
}

/** The manifest names the key that opens the back-up: another one would be looked for in vain after a loss. */
async function checkKey(
  database: Database,
  { encryptionKey: key, otherEncryptionKeys }: Config,
): Promise<void> {
  // Earlier schemas have no record of keys.
  const { rows } = await database.execute(sql`select 1 where to_regclass('key_canaries') is not null`)
  if (rows.length === 0) return
  const problem = await keyProblem(database, { cipher: createCipher(key, otherEncryptionKeys), key })
  if (problem) throw new KeyError(problem)
}

async function writeInto(unfinished: string, database: Database, config: Config): Promise<Manifest> {
  const cipher = createCipher(config.encryptionKey)
  const id = newId()
  const rows = await dumpDatabase(database, { folder: unfinished, id, cipher })
  const files = await copyFiles(storedFiles(config), copiedFiles(unfinished))
  const manifest: Manifest = {
    format: 1,
    id,
    program: programVersion,
    ...rows,
    files,
    keys: { encryption: fingerprintOf(config.encryptionKey), session: config.sessionFingerprint },
  }
  writeManifest(unfinished, manifest, cipher)
  return manifest
}
