import { getTableColumns, getTableName } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Executor } from './database.ts'
import { sendStatement } from './send-statement.ts'

/**
 * Inserts rows, like `executor.insert(table).values(rows)`, for the rows that every order writes: Drizzle builds its statement
 * from several objects per value, which took an eighth of the application's cost of a signature (docs/decisions/0037). A column
 * without a value in the first row must have none in any row, and gets its default.
 *
 * @throws Error for a row with other columns than the first
 */
export async function insertRows<T extends PgTable>(
  executor: Pick<Executor, '_'>,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  if (rows.length === 0) return
  const { statement, params } = insertion(table, rows)
  await sendStatement(executor, statement, params)
}

/**
 * Inserts rows in the same way, except those that a unique index has already.
 *
 * @param unique the only column whose value may be stored already; any unique index by default
 * @returns the number of inserted rows
 */
export async function insertNewRows<T extends PgTable>(
  executor: Pick<Executor, '_'>,
  table: T,
  rows: readonly T['$inferInsert'][],
  { unique }: { unique?: AnyPgColumn } = {},
): Promise<number> {
  if (rows.length === 0) return 0
  const { statement, params } = insertion(table, rows)
  const onConflict = unique ? `on conflict ("${unique.name}") do nothing` : 'on conflict do nothing'
  return (await sendStatement(executor, `${statement} ${onConflict}`, params)).rowCount ?? 0
}

/** Inserts one row in the same way, unless a unique index has one like it already. @returns whether it was inserted */
export async function insertIfNew<T extends PgTable>(
  executor: Pick<Executor, '_'>,
  table: T,
  row: T['$inferInsert'],
): Promise<boolean> {
  return (await insertNewRows(executor, table, [row])) === 1
}

/**
 * Inserts one row in the same way, of which the database generates one column.
 *
 * @returns the generated value
 */
export async function insertRow<T extends PgTable, C extends AnyPgColumn>(
  executor: Pick<Executor, '_'>,
  table: T,
  row: T['$inferInsert'],
  returning: C,
): Promise<C['_']['data']> {
  const { statement, params } = insertion(table, [row])
  const { rows } = await sendStatement<Record<string, unknown>>(
    executor,
    `${statement} returning "${returning.name}"`,
    params,
  )
  if (!rows[0]) throw new Error(`a row of ${getTableName(table)} was not inserted`)
  return returning.mapFromDriverValue(rows[0][returning.name])
}

function insertion<T extends PgTable>(table: T, rows: readonly T['$inferInsert'][]) {
  const [first = {}] = rows
  const { columns, values, statement } = shapeOf(table, first, rows.length)
  const params = rows.flatMap((row) => {
    if (row !== first && countValues(row) !== values) throw otherColumns(table)
    return columns.map(([key, column]) => {
      const value = valueIn(row, key)
      if (value === undefined) throw otherColumns(table)
      return value === null ? null : column.mapToDriverValue(value)
    })
  })
  return { statement, params }
}

interface Shape {
  columns: readonly [key: string, column: AnyPgColumn][]
  /** Number of values in a row. */
  values: number
  statement: string
}

/** Statements of each table, by the columns and the number of rows. */
const knownShapes = new WeakMap<PgTable, Map<string, Shape>>()
/** A plan may have any number of instalments: statements for numbers that few orders have need not be cached. */
const maxShapes = 100

function shapeOf(table: PgTable, first: object, count: number): Shape {
  const given = Object.keys(first).filter((key) => valueIn(first, key) !== undefined)
  const id = `${given.join()} ${count}`
  const shapes = knownShapes.get(table) ?? new Map<string, Shape>()
  knownShapes.set(table, shapes)
  let shape = shapes.get(id)
  if (!shape) {
    const columns = Object.entries(getTableColumns(table)).filter(([key]) => given.includes(key))
    const names = columns.map(([, { name }]) => `"${name}"`)
    const places = Array.from(
      { length: count },
      (_, at) => `(${names.map((_, index) => `$${at * names.length + index + 1}`)})`,
    )
    const statement = `insert into "${getTableName(table)}" (${names}) values ${places}`
    shape = { columns, values: given.length, statement }
    if (shapes.size >= maxShapes) shapes.clear()
    shapes.set(id, shape)
  }
  return shape
}

function valueIn(row: object, key: string): unknown {
  return (row as Record<string, unknown>)[key]
}

function countValues(row: object): number {
  return Object.values(row).filter((value) => value !== undefined).length
}

function otherColumns(table: PgTable): Error {
  return new Error(`rows of ${getTableName(table)} with other columns than the first`)
}
