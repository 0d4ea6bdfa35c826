import type pg from 'pg'
import type { Database } from './database.ts'
import { DatabaseError } from './database-error.ts'
import { lockStartup } from './startup-lock.ts'

/** Comment on the schema of the record of migrations, which exists before any table. A back-up has no comments. */
const mark = 'restore unfinished'

/**
 * Marks an empty database as being restored. One whose restore was interrupted looks whole, but may have no rows or files, and would let
 * ended sessions in again and give receipts the numbers of others. Of two restores that begin at the same time, one is refused.
 *
 * @param refuseUsed throws when the database is not empty, because a process may have started on it meanwhile
 * @throws DatabaseError when it is marked already
 */
export async function beginRestore(
  { $client }: Database,
  refuseUsed: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await $client.connect()
  try {
    await client.query('begin')
    await lockStartup(client)
    await refuseMarked(client)
    await refuseUsed(client)
    await client.query('create schema if not exists drizzle')
    await client.query(`comment on schema drizzle is '${mark}'`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Takes the mark away: the restore is complete. */
export async function endRestore({ $client }: Database): Promise<void> {
  await $client.query('comment on schema drizzle is null')
}

/** @throws DatabaseError for a database whose restore was interrupted, or still runs */
export async function refuseUnfinishedRestore({ $client }: Database): Promise<void> {
  await refuseMarked($client)
}

async function refuseMarked(client: pg.Pool | pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ comment: string | null }>(
    "select obj_description(to_regnamespace('drizzle'), 'pg_namespace') as comment",
  )
  if (rows[0]?.comment !== mark) return
  throw new DatabaseError(
    'A restauração deste banco de dados não terminou, e ele não está inteiro. Se ela não está mais em execução, indique um banco novo (ou outra pasta de dados) e restaure nele.',
  )
}
