// Databases: both
import { and, asc, eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { insertRows } from '../../../src/platform/database/insert-rows.ts'
import { updateRow } from '../../../src/platform/database/update-row.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { anyRow, asDrizzle, asRows, columnValues, createBoth } from '../../support/every-column.ts'

const tables = [asDrizzle, asRows]

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
beforeEach(async () => {
  await database.execute(sql`truncate as_drizzle, as_rows`)
})

const stored = (table: typeof asRows | typeof asDrizzle) =>
  database.select().from(table).orderBy(asc(table.position))

test('changes the rows that Drizzle changes, whatever their values, with and without a transaction', async () => {
  const some = fc.array(anyRow, { minLength: 1, maxLength: 4 })
  const change = fc.record({ ...columnValues, byDefault: fc.constant('changed') }, { requiredKeys: [] })
  await fc.assert(
    fc.asyncProperty(some, change, fc.nat(3), fc.boolean(), async (rows, set, position, within) => {
      await database.execute(sql`truncate as_drizzle, as_rows`)
      const before = rows.map((row, index) => ({ ...row, byDefault: 'given', position: index }))
      for (const table of tables) await insertRows(database, table, before)
      const where = { position, byDefault: 'given' }
      const { position: at, byDefault } = asDrizzle
      if (Object.values(set).some((value) => value !== undefined))
        await database
          .update(asDrizzle)
          .set(set)
          .where(and(eq(at, position), eq(byDefault, 'given')))
      if (within)
        await database.transaction((tx) =>
          tx.transaction((inner) => updateRow(inner, asRows, { where, set })),
        )
      else await updateRow(database, asRows, { where, set })
      expect(await stored(asRows)).toEqual(await stored(asDrizzle))
    }),
    { numRuns: 60 },
  )
})

test('an undefined value changes nothing and is not a condition', async () => {
  await insertRows(database, asRows, [{ position: 1, note: 'a' }])
  await updateRow(database, asRows, { where: { position: 1, note: undefined }, set: { note: undefined } })
  await updateRow(database, asRows, { where: { position: 1, note: undefined }, set: { amount: 7 } })
  await updateRow(database, asRows, { where: { position: 2 }, set: { note: 'b' } })
  expect(await stored(asRows)).toMatchObject([{ position: 1, note: 'a', amount: 7 }])
})

test('an update that would find every row, or none, is refused', async () => {
  await insertRows(database, asRows, [{ position: 1, note: 'a' }])
  const refused = [{}, { position: undefined }, { position: 1, note: null }]
  for (const where of refused) {
    await expect(updateRow(database, asRows, { where, set: { note: 'b' } })).rejects.toThrow(
      'an update of as_rows needs values to find its rows by',
    )
  }
  expect(await stored(asRows)).toMatchObject([{ note: 'a' }])
})

test('a refusal of the database is the same error that Drizzle throws', async () => {
  await insertRows(database, asRows, [{ position: 1 }])
  const set = { position: null as unknown as number }
  const refusals = await Promise.allSettled([
    updateRow(database, asRows, { where: { position: 1 }, set }),
    database.update(asRows).set(set).where(eq(asRows.position, 1)),
  ])
  const codes = refusals.map((refusal) => refusal.status === 'rejected' && refusal.reason.cause?.code)
  expect(codes).toEqual(['23502', '23502'])
})
