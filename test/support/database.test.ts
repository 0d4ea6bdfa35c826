// Databases: both
import { AsyncResource } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'

let one: TestDatabase
let other: TestDatabase
let database: Database

beforeAll(async () => {
  one = await testDatabase()
  other = await testDatabase()
  database = openDatabase({ url: one.url })
})

afterAll(async () => {
  await database.$client.end()
  await one.close()
  await other.close()
})

test('a test starts with every migration applied', async () => {
  const { entries } = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8'))
  const { rows } = await database.$client.query(
    'select count(*) as applied from drizzle.__drizzle_migrations',
  )
  expect(rows).toEqual([{ applied: entries.length }])
})

test("test files do not see each other's rows", async () => {
  await database.$client.query('create table written (value int)')
  const elsewhere = openDatabase({ url: other.url })
  const { rows } = await elsewhere.$client.query("select to_regclass('written') as written")
  await elsewhere.$client.end()
  expect(rows).toEqual([{ written: null }])
})

test('work within a transaction may not ask its own pool for a second connection', async () => {
  const another = openDatabase({ url: other.url })
  let late = async () => {}
  const asked = database.transaction(async (tx) => {
    await tx.execute('select 1')
    await another.execute('select 1')
    late = AsyncResource.bind(async () => void (await database.execute('select 1')))
    await Promise.all([
      expect(database.execute('select 1')).rejects.toThrow(),
      expect(database.transaction(async () => {})).rejects.toThrow('second connection'),
    ])
    return 'asked'
  })
  expect(await asked).toBe('asked')
  await late()
  await another.$client.end()
})
