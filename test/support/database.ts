import { randomUUID } from 'node:crypto'
import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { startEmbedded } from '../../src/platform/database/embedded.ts'
import { onServer } from './on-server.ts'
import './second-connections.ts'

export interface TestDatabase {
  /** PostgreSQL URL of a migrated database for exclusive use. */
  readonly url: string
  readonly close: () => Promise<void>
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a migrated embedded database, or a migrated template database on a server. */
    database: { folder: string } | { server: string; template: string }
  }
}

/**
 * Creates a migrated, empty database for one test file: embedded, or on the server of TEST_DATABASE_URL. The suite declares which
 * of them it runs on (kinds.ts). Open it with `openDatabase`, and close that before closing it.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const source = inject('database')
  if ('folder' in source) return embeddedIn({ copyOf: source.folder })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  // Takes half the time, because nothing is written to the server's log.
  await onServer(source.server, `create database ${name} template ${source.template} strategy file_copy`)
  const url = new URL(source.server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    async close() {
      await untilLeft(source.server, name)
      await onServer(source.server, `drop database ${name} with (force)`)
    },
  }
}

/**
 * Chooses a value by the database of this run, for a long suite that runs in full on PostgreSQL, as in production, and as a
 * sample on the embedded database. The suite explains why a sample is enough.
 */
export function onDatabase<T>({ postgres, embedded }: { postgres: T; embedded: T }): T {
  const isSecond = isEmbedded() && process.env.RECOMECO_TEST_WITHOUT_POSTGRES !== '1'
  return isSecond ? embedded : postgres
}

/** Checks whether the current step tests the embedded database. */
export function isEmbedded(): boolean {
  return 'folder' in inject('database')
}

/** Creates a database without any table, embedded or on the server, depending on the step. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const source = inject('database')
  if ('folder' in source) return embeddedIn({})
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  await onServer(source.server, `create database ${name}`)
  const url = new URL(source.server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    close: () => onServer(source.server, `drop database ${name} with (force)`),
  }
}

/** Creates an embedded database in its own folder: a new cluster, or a copy of one that was shut down. */
async function embeddedIn({ copyOf }: { copyOf?: string }): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'recomeco-embedded-'))
  const dataDir = join(folder, 'postgres')
  // The asynchronous `cp` takes eight times the processor for the thousand files.
  if (copyOf !== undefined) cpSync(copyOf, dataDir, { recursive: true })
  const { url, close } = await startEmbedded({ dataDir })
  return {
    url,
    async close() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A pool that has just ended closes its last connections a moment later; terminating them would raise an error. */
async function untilLeft(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    for (let look = 0; look < 40; look++) {
      const { rows } = await client.query('select 1 from pg_stat_activity where datname = $1', [name])
      if (rows.length === 0) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await client.end()
  }
}
