import type pg from 'pg'
import type { Database } from './database.ts'

/** Key of the advisory lock: arbitrary, but the same in every process. */
const lockKey = 7_304_117

/**
 * Serializes startup work across processes with an advisory lock: the others wait. On the embedded database the lock of
 * the data folder has the same effect.
 */
export async function withStartupLock<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.$client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    return await work(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [lockKey]).catch(() => {})
    client.release()
  }
}
