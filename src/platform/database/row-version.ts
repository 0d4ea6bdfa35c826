import { getTableName } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from './database.ts'
import { sendStatement } from './send-statement.ts'

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
  const { rows } = await sendStatement<{ version: string }>(executor, statementFor(owners), [userId])
  const [row] = rows
  if (!row) throw new Error('a query without a table gave no row')
  return row.version
}

const statements = new WeakMap<readonly AnyPgColumn[], string>()

/** Made once for the tables of a shop: every page of a signed-in visitor needs it. */
function statementFor(owners: readonly AnyPgColumn[]): string {
  const known = statements.get(owners)
  if (known !== undefined) return known
  const versions = owners.map(
    ({ name, table }) =>
      `(select count(*) || ':' || coalesce(sum(hashtextextended(ctid::text || '/' || xmin::text, 0)), 0)
        from "${getTableName(table)}" where "${name}" = $1)`,
  )
  const statement = `select concat_ws(' ', ${versions}) as version`
  statements.set(owners, statement)
  return statement
}
