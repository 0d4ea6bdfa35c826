import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { freePorts } from '../../scripts/lib/ports.ts'
import { inRoot } from '../../scripts/lib/root.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { unpackEmptyCluster } from '../../src/platform/database/empty-cluster.ts'
import { migrate } from '../../src/platform/database/migrate.ts'

/** Before the first integration test: migrates one database, which every test file copies. */
export default async function prepareDatabase({
  provide,
}: Pick<TestProject, 'provide'>): Promise<void | (() => Promise<void>)> {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    provide('database', { snapshot: await migratedSnapshot() })
    return
  }
  const template = `template_${process.pid}`
  await onServer(server, `create database ${template}`)
  const url = new URL(server)
  url.pathname = `/${template}`
  await migrateAt(url.href)
  provide('database', { server, template })
  return () => onServer(server, `drop database ${template} with (force)`)
}

/** The file of an embedded database with every migration applied, created once per set of migrations. */
async function migratedSnapshot(): Promise<string> {
  const folder = inRoot('node_modules', '.cache', 'recomeco')
  const file = join(folder, `migrated-${migrationsHash()}.tar`)
  if (existsSync(file)) return file
  const unpacked = join(mkdtempSync(join(tmpdir(), 'recomeco-migrated-')), 'postgres')
  unpackEmptyCluster(unpacked)
  const database = await PGlite.create(unpacked)
  const port = await freePorts()
  const socket = new PGLiteSocketServer({ db: database, host: '127.0.0.1', port, maxConnections: 10 })
  await socket.start()
  await migrateAt(`postgresql://postgres@127.0.0.1:${port}/postgres?sslmode=disable`)
  await socket.stop()
  const dump = await database.dumpDataDir('none')
  await database.close()
  rmSync(dirname(unpacked), { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()))
  renameSync(unfinished, file)
  return file
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

async function migrateAt(url: string): Promise<void> {
  const database = openDatabase({ url, max: 1 })
  await migrate(database)
  await database.$client.end()
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
