import { getTableColumns, getTableName } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './database.ts'
import { sendStatement } from './send-statement.ts'

/**
 * Updates the rows that have these values, like `executor.update(table).set(set).where(…)`, with a statement that is built once for
 * each set of columns: for the rows that every settlement and message writes (docs/decisions/0037). Values only, no SQL; a column
 * that is undefined is left out of `set` and of `where`.
 *
 * @throws Error for a null in `where`, which would match no row, and for a `where` without a value, which would match all
 */
export async function updateRow<T extends PgTable>(
  executor: Pick<Executor, '_'>,
  table: T,
  { where, set }: { where: Some<T['$inferInsert']>; set: Some<T['$inferInsert']> },
): Promise<void> {
  const columns: Record<string, AnyPgColumn> = getTableColumns(table)
  const [changes, conditions] = [given(set), given(where)]
  if (changes.length === 0) return
  if (conditions.length === 0 || conditions.some(([, value]) => value === null))
    throw new Error(`an update of ${getTableName(table)} needs values to find its rows by`)
  const params = [...changes, ...conditions].map(([key, value]) =>
    value === null ? null : columns[key]?.mapToDriverValue(value),
  )
  await sendStatement(executor, statementFor(table, keysOf(changes), keysOf(conditions)), params)
}

type Some<Row> = { readonly [key in keyof Row]?: Row[key] | undefined }
type Given = readonly [key: string, value: unknown][]

const given = (row: object): Given => Object.entries(row).filter(([, value]) => value !== undefined)
const keysOf = (values: Given) => values.map(([key]) => key)

/** Statements of each table, by the columns: no more than our code has kinds of updates. */
const statements = new WeakMap<PgTable, Map<string, string>>()

function statementFor(table: PgTable, changed: readonly string[], found: readonly string[]): string {
  const ofTable = statements.get(table) ?? new Map<string, string>()
  statements.set(table, ofTable)
  const id = `${changed} ${found}`
  const known = ofTable.get(id)
  if (known !== undefined) return known
  const columns: Record<string, AnyPgColumn> = getTableColumns(table)
  const places = [...changed, ...found].map((key, index) => {
    const column = columns[key]
    if (!column) throw new Error(`${getTableName(table)} has no column ${key}`)
    return `"${column.name}" = $${index + 1}`
  })
  const [set, where] = [places.slice(0, changed.length), places.slice(changed.length)]
  const statement = `update "${getTableName(table)}" set ${set.join(', ')} where ${where.join(' and ')}`
  ofTable.set(id, statement)
  return statement
}
