import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, customType, timestamp } from 'drizzle-orm/pg-core'

/** Bytes, such as what a cipher sealed. */
export const bytea = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
})

/** A moment, whatever the zone it is read in. */
export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** An amount of money; 90 trillion reais still fit a number. */
export const centavos = (name: string) => bigint(name, { mode: 'number' })

/**
 * A text column whose values are stored under other names than the code uses, so that renaming one in the code changes no
 * row: `textStoredAs<Status>({ amount_mismatch: 'divergent' })('status')`. Values without an entry are stored as they are.
 * Raw SQL sees the stored names.
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
 * `column in ('a', 'b')`: a check or a condition of an index is made from the list that the code uses.
 *
 * @param values in the order in which the migration lists them; they are written into the SQL as they are
 */
export function oneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  const listed = values.map((value) => `'${value.replaceAll("'", "''")}'`)
  return sql`${column} in (${sql.raw(listed.join(', '))})`
}
