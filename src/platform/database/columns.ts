import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Column of binary data, such as encrypted values. */
export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
})

/** Column of a point in time. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** Column of an amount of money. A safe integer can represent up to 90 trillion reais. */
export const centavos = (name: string) => bigint(name, { mode: 'number' })

/**
 * Creates a text column that stores some values under other names than the code uses, so that a rename in the code requires no
 * change of rows: `textStoredAs<Status>({ amount_mismatch: 'divergent' })('status')`. Other values are stored unchanged. Raw SQL
 * sees the stored names.
 */
export function textStoredAs<Value extends string>(stored: { readonly [value in Value]?: string }) {
  const names = new Map<string, string>(Object.entries(stored))
  const values = new Map([...names].map(([value, name]) => [name, value]))
  return customType<{ data: Value; driverData: string }>({
    dataType: () => 'text',
    toDriver: (value) => names.get(value) ?? value,
    fromDriver: (name) => (values.get(name) ?? name) as Value,
  })
}

/**
 * Returns `column in ('a', 'b')`, for check constraints and partial indexes that use the same list as the code.
 *
 * @param values in the order in which the migration lists them; they become literals in the SQL
 */
export function oneOf<Column extends AnyPgColumn>(
  column: Column,
  values: readonly (Column['_']['data'] & string)[],
): SQL {
  return sql`${column} in (${sql.raw(values.map(literal).join(', '))})`
}

/** Returns `column not in ('a', 'b')`. */
export function notOneOf<Column extends AnyPgColumn>(
  column: Column,
  values: readonly (Column['_']['data'] & string)[],
): SQL {
  return sql`${column} not in (${sql.raw(values.map(literal).join(', '))})`
}

/** Returns `column = 'a'` with the value as a literal, which a partial index needs, and which the column's type knows. */
export function isValue<Column extends AnyPgColumn>(
  column: Column,
  value: Column['_']['data'] & string,
): SQL {
  return sql`${column} = ${sql.raw(literal(value))}`
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
