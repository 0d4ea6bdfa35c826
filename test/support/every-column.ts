import { sql } from 'drizzle-orm'
import { boolean, date, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { bytea, centavos, instant, textStoredAs } from '../../src/platform/database/columns.ts'
import type { Database } from '../../src/platform/database/database.ts'

/** One column of each type that the tables of the modules have. */
const everyColumn = {
  position: integer().notNull(),
  id: uuid(),
  note: text(),
  'quoted "name"': text('quoted name'),
  amount: centavos('amount'),
  at: instant('at'),
  day: date(),
  isOpen: boolean('is_open'),
  detail: jsonb().$type<unknown>(),
  tags: text().array(),
  bytes: bytea(),
  status: textStoredAs<'paid' | 'amount_mismatch'>({ amount_mismatch: 'divergent' })('status'),
  byDefault: text('by_default').notNull().default('filled'),
}

/** The same columns in SQL. */
const everyColumnInSql = `position int not null, id uuid, note text, "quoted name" text, amount bigint,
  at timestamptz, day date, is_open boolean, detail jsonb, tags text[], bytes bytea, status text,
  by_default text not null default 'filled'`

/** Two tables of these columns: what Drizzle does to one is compared with what our own statements do to the other. */
export const asDrizzle = pgTable('as_drizzle', everyColumn)
export const asRows = pgTable('as_rows', everyColumn)

export async function createBoth(database: Database): Promise<void> {
  for (const name of ['as_drizzle', 'as_rows'])
    await database.execute(sql.raw(`create table ${name} (${everyColumnInSql})`))
}

// PostgreSQL stores no zero byte and no half of a surrogate pair.
const words = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll('\0', ''))
const detail = fc.oneof(
  words,
  fc.array(fc.integer(), { maxLength: 3 }),
  fc.record({ words, none: fc.constant(null) }, { noNullPrototype: true }),
)
/** Values of each of the columns, apart from the position. */
export const columnValues = {
  id: fc.option(fc.uuid()),
  note: fc.option(words),
  'quoted "name"': fc.option(words),
  amount: fc.option(fc.maxSafeInteger()),
  at: fc.option(fc.date({ min: new Date('1900-01-01'), max: new Date('2999-01-01'), noInvalidDate: true })),
  day: fc.option(fc.constantFrom('2026-02-28', '2024-02-29', '1999-12-31')),
  isOpen: fc.option(fc.boolean()),
  detail: fc.option(detail),
  tags: fc.option(fc.array(words, { maxLength: 3 })),
  bytes: fc.option(fc.uint8Array({ maxLength: 9 })),
  status: fc.option(fc.constantFrom('paid' as const, 'amount_mismatch' as const)),
  byDefault: fc.constantFrom('given', undefined),
}

export const anyRow = fc.record(columnValues)
