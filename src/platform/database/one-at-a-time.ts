import type pg from 'pg'
import type { Database } from './database.ts'

/** Any number will do, as long as every process of this product takes the same. */
const startingLock = 7_304_117

/**
 * What each process does at its start and only one may do at a time, however many start at once: the others wait. On
 * the embedded database the lock of the data folder does the same.
 */
export async function oneAtATime<T>(
  database: Database,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await database.$client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [startingLock])
    return await work(client)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [startingLock]).catch(() => {})
    client.release()
  }
}
