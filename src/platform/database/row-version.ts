import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from './database.ts'

/**
 * A version of all rows that belong to a user, in one query: another one after any insert, update or delete of theirs,
 * whatever wrote it. It is made of where each row is stored and which transaction wrote it, both of which PostgreSQL
 * changes with every write; so it may also change when nothing did (a restored back-up), which only costs time.
 *
 * @param owners of each table the column that names the user, with an index
 */
export async function versionOfRows(
  executor: Executor,
  owners: readonly AnyPgColumn[],
  userId: string,
): Promise<string> {
  const versions = owners.map(
    (
      owner,
    ) => sql`(select count(*) || ':' || coalesce(sum(hashtextextended(ctid::text || '/' || xmin::text, 0)), 0)
      from ${owner.table} where ${owner} = ${userId})`,
  )
  const { rows } = await executor.execute<{ version: string }>(
    sql`select concat_ws(' ', ${sql.join(versions, sql`, `)}) as version`,
  )
  const [row] = rows
  if (!row) throw new Error('a query without a table gave no row')
  return row.version
}
