import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseInBackup, dumpDatabase } from '../../src/platform/backup/dump.ts'
import { loadDatabase } from '../../src/platform/backup/load.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createCipher } from '../../src/platform/storage/cipher.ts'
import { emptyDatabase, isEmbedded, type TestDatabase, testDatabase } from './database.ts'

/** Database that can be restored to an earlier moment, as `npm run backup` and `npm run restore` do it. */
export interface RestorableDatabase {
  /** Changes when the database is restored. */
  url(): string
  /** Takes the back-up. */
  backUp(): Promise<void>
  /** Restores the back-up. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** Creates a migrated database, embedded or on the server, depending on the step. */
export async function restorableDatabase(): Promise<RestorableDatabase> {
  return restorableOver(await testDatabase())
}

/** Takes a back-up of a database, and restores it into another, with the schema of that time. */
export async function restoredCopyOf(url: string): Promise<RestorableDatabase> {
  const copy = await restorableOver({ url, close: async () => {} })
  await copy.backUp()
  await copy.restore()
  return copy
}

async function restorableOver(database: TestDatabase): Promise<RestorableDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'restorable-'))
  const cipher = createCipher('cd'.repeat(32))
  let live = database
  let backup: { folder: string; id: string; rows: DatabaseInBackup } | undefined
  const on = async <T>(url: string, work: (database: ReturnType<typeof openDatabase>) => Promise<T>) => {
    const database = openDatabase({ url, max: 2 })
    try {
      return await work(database)
    } finally {
      await database.$client.end()
    }
  }
  return {
    url: () => live.url,
    async backUp() {
      const id = randomUUID()
      const into = join(folder, id)
      mkdirSync(into)
      backup = {
        ...{ folder: into, id },
        rows: await on(live.url, (database) => dumpDatabase(database, { folder: into, id, cipher })),
      }
    },
    async restore() {
      if (!backup) throw new Error('no back-up was taken')
      await live.close()
      live = await emptyDatabase()
      const manifest = {
        ...{ format: 1 as const, id: backup.id, program: '', ...backup.rows },
        ...{ files: { count: 0, bytes: 0 }, keys: { encryption: '', session: '' } },
      }
      const loaded = { folder: backup.folder, manifest, cipher, embedded: isEmbedded() }
      await on(live.url, (database) => loadDatabase(database, loaded))
    },
    async close() {
      await live.close()
      await rm(folder, { recursive: true })
    },
  }
}
