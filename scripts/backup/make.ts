import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BackupError } from '../../src/platform/backup/backup-error.ts'
import { dumpDatabase } from '../../src/platform/backup/dump.ts'
import { copyFiles } from '../../src/platform/backup/files.ts'
import { folderNameAt, type Manifest, writeManifest } from '../../src/platform/backup/manifest.ts'
import type { Config } from '../../src/platform/config/config.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { fingerprintOf } from '../../src/platform/signing.ts'
import { createCipher } from '../../src/platform/storage/cipher.ts'
import { fileStore } from '../../src/platform/storage/file-store.ts'
import { s3Store } from '../../src/platform/storage/s3-store.ts'
import { programVersion } from '../../src/platform/version.ts'

/** Where back-ups go unless a command says otherwise. */
export function backupFolderOf({ backupDir, dataDir }: Pick<Config, 'backupDir' | 'dataDir'>): string {
  return resolve(backupDir ?? join(dataDir, 'backups'))
}

/** The folder or bucket with the files as they are stored: encrypted. */
export function storedFiles({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>) {
  return s3 ? s3Store(s3) : fileStore(join(dataDir, 'files'))
}

/** Files of a back-up; the sync of each would take longer than the rest. */
export function copiedFiles(backup: string) {
  return fileStore(join(backup, 'files'), { durable: false })
}

/**
 * Makes a back-up in a folder of its own: first the database, as it is at one moment, then the files, so that each file that a row
 * names is there. One that fails is removed; one whose process is killed leaves a folder whose name ends in `~`, which is no back-up.
 *
 * @throws BackupError when it cannot be written
 */
export async function makeBackup(
  database: Database,
  { config, into, now }: { config: Config; into: string; now: Date },
): Promise<{ folder: string; manifest: Manifest }> {
  const folder = join(into, folderNameAt(now))
  const unfinished = `${folder}~`
  try {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    const manifest = await writeInto(unfinished, database, config)
    renameSync(unfinished, folder)
    await noteBackup(database)
    return { folder, manifest }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : undefined
    throw code ? new BackupError(`A cópia não pôde ser escrita em ${into} (${code}).`) : error
  }
}

/** For the daily mail and the alarm about an old back-up. A schema that has no place for it yet gets one by its migrations. */
async function noteBackup(database: Database): Promise<void> {
  await database.$client
    .query(
      `insert into operation_alerts (key, raised_at) values ('backup:made', now())
       on conflict (key) do update set raised_at = excluded.raised_at`,
    )
    .catch(() => {})
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
