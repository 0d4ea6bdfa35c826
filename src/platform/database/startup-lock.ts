import type pg from 'pg'
import type { Database } from './database.ts'

/** Key of the advisory lock: arbitrary, but the same in every process. */
const lockKey = 7_304_117

/**
 * Serializes the startup of processes: others wait until the transaction of `client` ends. The lock belongs to the transaction
 * and not to the session, because a pooler would leave a session lock with a connection of another client.
 */
export async function lockStartup(client: pg.ClientBase): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [lockKey])
}

/**
 * Runs `work`, which uses other connections, while no other process runs it. The embedded database, also when it is reached by
 * its URL, has one session and would deadlock; there the lock of the data folder has the same effect.
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

/** Whether it is the embedded database, also when it is reached by its URL. */
export async function isEmbedded(database: Database): Promise<boolean> {
  const { rows } = await database.$client.query<{ version: string }>('select version()')
  return rows.some(({ version }) => version.includes('PGlite'))
}
