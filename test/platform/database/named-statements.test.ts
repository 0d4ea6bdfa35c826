// Databases: postgres. The embedded one shares its session between clients, and its statements have no names.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { createNames } from '../../../src/platform/database/named-statements.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let source: TestDatabase
let database: Database

beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url, max: 1, ownSessions: true })
  await database.execute(sql`create table parcels (id integer primary key, weight integer)`)
})

afterAll(async () => {
  await database.$client.end()
  await source.close()
})

const prepared = async () => {
  const { rows } = await database.$client.query<{ statement: string }>(
    'select statement from pg_prepared_statements',
  )
  return rows.map(({ statement }) => statement)
}

test('a repeated statement is planned once, from Drizzle and from the pool', async () => {
  for (let id = 1; id <= 5; id++) {
    await database.execute(sql`insert into parcels values (${id}, ${id * 10})`)
    await database.$client.query('select weight from parcels where id = $1', [id])
  }
  expect(await prepared()).toEqual([
    'insert into parcels values ($1, $2)',
    'select weight from parcels where id = $1',
  ])
  expect((await database.$client.query('select weight from parcels where id = $1', [4])).rows).toEqual([
    { weight: 40 },
  ])
})

test('a column added by a migration breaks no running statement', async () => {
  const read = async () => (await database.execute(sql`select * from parcels where id = ${1}`)).rows
  for (let time = 0; time < 5; time++) await read()
  await database.execute(sql`alter table parcels add column note text`)
  expect(await read()).toEqual([{ id: 1, weight: 10, note: null }])
})

test('statements sent together are answered in order, and only the failed one fails', async () => {
  const answers = await Promise.allSettled([
    database.$client.query('select 1 as n where $1::int = 1', [1]),
    database.$client.query('select $1::int / 0', [1]),
    database.$client.query('select 2 as n where $1::int = 1', [1]),
  ])
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.rows : 'failed'))).toEqual([
    [{ n: 1 }],
    'failed',
    [{ n: 2 }],
  ])
})

test('only statements in use are named, within the room of a connection', () => {
  const nameOf = createNames()
  const third = (text: string) => [1, 2, 3].map(() => nameOf(text)).at(-1)
  expect([1, 2, 3, 4].map(() => nameOf('select a where b = $1'))).toEqual([undefined, undefined, 's1', 's1'])
  expect(third('select * from parcels where id = $1')).toBeUndefined()
  expect(third('insert into parcels values ($1) returning *')).toBeUndefined()
  const names = Array.from({ length: 400 }, (_, at) => third(`select ${at} where b = $1`))
  expect(names.filter((name) => name !== undefined)).toHaveLength(299)
  expect(nameOf('select a where b = $1')).toBe('s1')
})
