import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from '../../src/platform/database/embedded.ts'
import { type TestDatabase, testDatabase } from './database.ts'

/** A database that can go back to an earlier moment. Nobody may be connected meanwhile. */
export interface RestorableDatabase {
  /** Changes when the database is restored. */
  url(): string
  /** Takes the back-up. */
  backUp(): Promise<void>
  /** Goes back to the back-up. */
  restore(): Promise<void>
  close(): Promise<void>
}

/** A migrated database, embedded or on the server, by the step that runs. */
export async function restorableDatabase(): Promise<RestorableDatabase> {
  const source = inject('database')
  return 'snapshot' in source ? inFolder(source.snapshot) : onServer(source.server)
}

/** The files of the embedded database are copied while it is closed. */
async function inFolder(snapshot: string): Promise<RestorableDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'restorable-'))
  const [live, copy] = [join(folder, 'live'), join(folder, 'copy')]
  let running: EmbeddedDatabase = await startEmbedded({ dataDir: live, snapshot: await readFile(snapshot) })
  const replaced = async (from: string, to: string) => {
    await running.close()
    await rm(to, { recursive: true, force: true })
    await cp(from, to, { recursive: true })
    running = await startEmbedded({ dataDir: live })
  }
  return {
    url: () => running.url,
    backUp: () => replaced(live, copy),
    restore: () => replaced(copy, live),
    async close() {
      await running.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A database on a server is copied as a template. */
async function onServer(server: string): Promise<RestorableDatabase> {
  const first: TestDatabase = await testDatabase()
  const live = new URL(first.url).pathname.slice(1)
  const copy = `copy_${randomUUID().replaceAll('-', '')}`
  const execute = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const replace = async (from: string, to: string) => {
    const disconnect = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${from}'`
    await execute(disconnect)
    await execute(`drop database if exists ${to} with (force)`)
    await execute(`create database ${to} template ${from}`)
  }
  return {
    url: () => first.url,
    backUp: () => replace(live, copy),
    restore: () => replace(copy, live),
    async close() {
      await execute(`drop database if exists ${copy} with (force)`)
      await first.close()
    },
  }
}
