// Databases: both
import { asc, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import {
  insertIfNew,
  insertNewRows,
  insertRow,
  insertRows,
} from '../../../src/platform/database/insert-rows.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { anyRow, asDrizzle, asRows, createBoth } from '../../support/every-column.ts'

let opened: TestDatabase
let database: Database
beforeAll(async () => {
  opened = await testDatabase()
  database = openDatabase({ url: opened.url, max: 2 })
  await createBoth(database)
})
afterAll(async () => {
  await database.$client.end()
  await opened.close()
})

const sameDefault = fc
  .tuple(fc.array(anyRow, { minLength: 1, maxLength: 5 }), fc.constantFrom('given', undefined))
  .map(([rows, byDefault]) => rows.map((one, position) => ({ ...one, position, byDefault })))

test('stores rows as Drizzle does, whatever their values, with and without a transaction', async () => {
  await fc.assert(
    fc.asyncProperty(sameDefault, fc.boolean(), async (rows, within) => {
      await database.execute(sql`truncate as_drizzle, as_rows`)
      await database.insert(asDrizzle).values(rows)
      if (within)
        await database.transaction((tx) => tx.transaction((inner) => insertRows(inner, asRows, rows)))
      else await insertRows(database, asRows, rows)
      const stored = await database.select().from(asRows).orderBy(asc(asRows.position))
      expect(stored).toEqual(await database.select().from(asDrizzle).orderBy(asc(asDrizzle.position)))
      expect(stored).toHaveLength(rows.length)
    }),
    { numRuns: 60 },
  )
})

test('no rows send no statement, and a row with other columns than the first is refused', async () => {
  await database.execute(sql`truncate as_rows`)
  await insertRows(database, asRows, [])
  await expect(insertRows(database, asRows, [{ position: 1, note: 'a' }, { position: 2 }])).rejects.toThrow(
    'rows of as_rows with other columns than the first',
  )
  await expect(
    insertRows(database, asRows, [
      { position: 1, note: 'a' },
      { position: 2, amount: 1 },
    ]),
  ).rejects.toThrow('other columns')
  expect(await database.select().from(asRows)).toEqual([])
})

test('a refusal of the database is the same error that Drizzle throws', async () => {
  const wrong = { position: null as unknown as number }
  const refusals = await Promise.allSettled([
    insertRows(database, asRows, [wrong]),
    database.insert(asRows).values(wrong),
  ])
  const codes = refusals.map((refusal) => refusal.status === 'rejected' && refusal.reason.cause?.code)
  expect(codes).toEqual(['23502', '23502'])
})

test('a row returns the values that the database filled in, with their column types', async () => {
  await database.execute(sql`truncate as_rows`)
  expect(await insertRow(database, asRows, { position: 1 }, asRows.byDefault)).toBe('filled')
  const given = { position: 2, status: 'amount_mismatch' as const, amount: 12_345 }
  expect(await insertRow(database, asRows, given, asRows.status)).toBe('amount_mismatch')
  const inTransaction = database.transaction((tx) =>
    insertRow(tx, asRows, { position: 3, amount: 7 }, asRows.amount),
  )
  expect(await inTransaction).toBe(7)
  expect((await database.select().from(asRows)).map(({ position }) => position)).toEqual([1, 2, 3])
})

test('skips rows whose unique value already exists, and counts the others', async () => {
  await database.execute(sql`create table keyed (position int not null, note text unique)`)
  const keyed = pgTable('keyed', { position: integer().notNull(), note: text() })
  const insert = (...notes: string[]) =>
    insertNewRows(
      database,
      keyed,
      notes.map((note, position) => ({ position, note })),
      { unique: keyed.note },
    )
  expect([await insert('a', 'b'), await insert('b', 'c', 'a'), await insert('c'), await insert()]).toEqual([
    2, 1, 0, 0,
  ])
  const stored = await database.select().from(keyed).orderBy(asc(keyed.note))
  expect(stored.map(({ note, position }) => [note, position])).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 1],
  ])
})

test('inserts a row unless any unique index of the table has one like it', async () => {
  await database.execute(sql`create table doubly_keyed (position int primary key, note text unique)`)
  const keyed = pgTable('doubly_keyed', { position: integer().notNull(), note: text() })
  const insert = (position: number, note: string | null) => insertIfNew(database, keyed, { position, note })
  expect([await insert(1, 'a'), await insert(1, 'b'), await insert(2, 'a'), await insert(2, null)]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(await database.select().from(keyed).orderBy(asc(keyed.position))).toEqual([
    { position: 1, note: 'a' },
    { position: 2, note: null },
  ])
})
