import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { inRoot } from '../../scripts/lib/root.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { startEmbedded } from '../../src/platform/database/embedded.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { createJobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { onServer } from './on-server.ts'

/** Runs before the first integration test: prepares one database, which every test file copies. */
export default async function prepareDatabase({
  provide,
}: Pick<TestProject, 'provide'>): Promise<void | (() => Promise<void>)> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    provide('database', { folder: await preparedFolder() })
    return
  }
  const template = `template_${process.pid}`
  await onServer(server, `create database ${template}`)
  const url = new URL(server)
  url.pathname = `/${template}`
  await prepareAt(url.href, { embedded: false })
  provide('database', { server, template })
  return () => onServer(server, `drop database ${template} with (force)`)
}

/** Returns the folder of a prepared embedded database, created once per set of migrations. */
async function preparedFolder(): Promise<string> {
  const folder = inRoot('node_modules', '.cache', 'recomeco', `prepared-${migrationsHash()}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}.${process.pid}`
  const database = await startEmbedded({ dataDir: unfinished })
  await prepareAt(database.url, { embedded: true })
  await database.close()
  if (!isShutDown(unfinished)) throw new Error('The prepared database did not shut down.')
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another run has created it in the meantime.
    rmSync(unfinished, { recursive: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

/** Checks whether a cluster needs no recovery when it is opened: the state in its control file. */
function isShutDown(cluster: string): boolean {
  return readFileSync(join(cluster, 'global', 'pg_control')).readUInt32LE(16) === 1
}

function migrationsHash(): string {
  const folder = inRoot('migrations')
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const hash = createHash('sha256').update(readFileSync(inRoot('package-lock.json')))
  for (const path of files.map((entry) => join(entry.parentPath, entry.name)).sort()) {
    hash.update(path).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Applies the migrations and creates the schema of the job queue, which would take a tenth of a second of each start. */
async function prepareAt(url: string, { embedded }: { embedded: boolean }): Promise<void> {
  const database = openDatabase({ url, max: 2 })
  await migrate(database)
  const jobs = createJobs({ database, embedded, log: createLog({ level: 'silent' }) })
  await jobs.prepare({})
  await jobs.stop()
  await database.$client.end()
}
