// Databases: both
import { sql, TransactionRollbackError } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtOnce, isAmong } from '../../../src/platform/database/built-once.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

const words = pgTable('words', { id: integer().notNull(), word: text().notNull() })

let opened: TestDatabase
let database: Database
beforeAll(async () => {
  opened = await testDatabase()
  database = openDatabase({ url: opened.url, max: 3 })
  await database.execute(sql`create table words (id int not null, word text not null)`)
  await database.insert(words).values(Array.from({ length: 20 }, (_, id) => ({ id, word: `word ${id}` })))
})
afterAll(async () => {
  await database.$client.end()
  await opened.close()
})

/** Creates a statement that counts how often it is built. */
function counted() {
  let builds = 0
  const wordOf = builtOnce<{ id: number }, { word: string }[]>((executor) => {
    builds++
    return executor
      .select({ word: words.word })
      .from(words)
      .where(sql`${words.id} = ${sql.placeholder('id')}`)
  })
  return { wordOf, builds: () => builds }
}

test('a statement is built once per database, and concurrent uses get their own answers', async () => {
  const { wordOf, builds } = counted()
  const ids = Array.from({ length: 20 }, (_, id) => id)
  const answers = await Promise.all(ids.map((id) => wordOf(database, { id })))
  expect(answers).toEqual(ids.map((id) => [{ word: `word ${id}` }]))
  expect(builds()).toBe(1)
})

test('in a transaction it sees the transaction’s own writes, which others do not', async () => {
  const { wordOf, builds } = counted()
  await database
    .transaction(async (tx) => {
      await tx.insert(words).values({ id: 100, word: 'unseen' })
      expect(await wordOf(tx, { id: 100 })).toEqual([{ word: 'unseen' }])
      tx.rollback()
    })
    .catch(() => {})
  expect(await wordOf(database, { id: 100 })).toEqual([])
  expect(builds()).toBe(2)
})

test('the transactions of a connection share one statement, each with its own answers', async () => {
  const { wordOf, builds } = counted()
  const one = openDatabase({ url: opened.url, max: 1 })
  for (const id of [4, 5]) {
    await one
      .transaction(async (tx) => {
        await tx.insert(words).values({ id: id + 200, word: `unseen ${id}` })
        expect(await wordOf(tx, { id })).toEqual([{ word: `word ${id}` }])
        expect(await wordOf(tx, { id: 204 })).toEqual(id === 4 ? [{ word: 'unseen 4' }] : [])
        tx.rollback()
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(TransactionRollbackError))
  }
  expect(builds()).toBe(1)
  await one.$client.end()
})

test('a failed statement leaves the built one usable', async () => {
  const { wordOf } = counted()
  const one = openDatabase({ url: opened.url, max: 1 })
  const failing = one.transaction(async (tx) => {
    await tx.execute(sql`select no_such_function()`).catch(() => {})
    return wordOf(tx, { id: 6 })
  })
  await expect(failing).rejects.toThrow()
  expect(await one.transaction((tx) => wordOf(tx, { id: 6 }))).toEqual([{ word: 'word 6' }])
  await one.$client.end()
})

test('another database gets its own statement', async () => {
  const { wordOf, builds } = counted()
  const other = openDatabase({ url: opened.url, max: 1 })
  expect(await wordOf(database, { id: 3 })).toEqual(await wordOf(other, { id: 3 }))
  expect(builds()).toBe(2)
  await other.$client.end()
})

test('a list of any length is one value of a statement', async () => {
  const among = builtOnce((executor) =>
    executor.select({ word: words.word }).from(words).where(isAmong(words.id, 'ids')).orderBy(words.id),
  )
  const found = async (ids: number[]) => (await among(database, { ids })).map(({ word }) => word)
  expect(await found([3, 1, 99])).toEqual(['word 1', 'word 3'])
  expect(await found([])).toEqual([])
  expect(await found([7])).toEqual(['word 7'])
})
