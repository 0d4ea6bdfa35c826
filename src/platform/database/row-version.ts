import { getTableName } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Executor } from './database.ts'
import { sendStatement } from './send-statement.ts'

/**
 * Returns a version of all rows that belong to a user, in one query: it changes after any insert, update or delete of these rows,
 * whichever code made it. It is computed from the location of each row and the transaction that wrote it, both of which
 * PostgreSQL changes with every write; so it may also change without a write (a restored back-up), which only costs time.
 *
 * @param owners of each table the column that identifies the user, with an index
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

/** Returns the statement, built once for the tables of a shop: every page of a signed-in visitor needs it. */
function statementFor(owners: readonly AnyPgColumn[]): string {
  const known = statements.get(owners)
  if (known !== undefined) return known
  const versions = owners.map(
    ({ name, table }) =>
      `(select count(*) || ':' || coalesce(bit_xor(hashtextextended(ctid::text || '/' || xmin::text, 0)), 0)
        from "${getTableName(table)}" where "${name}" = $1)`,
  )
  const statement = `select concat_ws(' ', ${versions}) as version`
  statements.set(owners, statement)
  return statement
}
