import type pg from 'pg'
import type { Database } from './database.ts'

/** Key of the advisory lock: arbitrary, but the same in every process. */
const lockKey = 7_304_117

/**
 * Serializes what processes do at their start: others wait until the transaction of `client` ends. A lock of a transaction and
 * not of a session, which a pooler would leave with a connection of somebody else.
 */
export async function lockStartup(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockKey])
}

/**
 * Does `work`, which uses other connections, while no other process does it. The embedded database, also where it is reached by its URL,
 * has one session, which would wait for itself; there the lock of the data folder has the same effect.
 */
export async function withStartupLock<T>(database: Database, work: () => Promise<T>): Promise<T> {
  if (await isEmbedded(database)) return await work()
  const client = await database.$client.connect()
  try {
    await client.query('begin')
    await lockStartup(client)
    return await work()
  } finally {
    await client.query('commit').catch(() => {})
    client.release()
  }
}

async function isEmbedded(database: Database): Promise<boolean> {
  const { rows } = await database.$client.query<{ version: string }>('select version()')
  return rows.some(({ version }) => version.includes('PGlite'))
}
