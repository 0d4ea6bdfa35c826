// Databases: both
import { Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { holdForTurn } from '../../../src/platform/database/write-together.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

/** Creates a stream that records which chunks were sent together. */
function recorded() {
  const sent: string[] = []
  const stream = new Writable({
    write: (chunk, _, done) => {
      sent.push(String(chunk))
      done()
    },
    writev: (chunks, done) => {
      sent.push(chunks.map(({ chunk }) => String(chunk)).join('+'))
      done()
    },
  })
  holdForTurn(stream)
  /** Writes messages as pg writes those of a statement. */
  const statement = (...messages: string[]) => {
    stream.cork()
    for (const message of messages) stream.write(message)
    stream.uncork()
  }
  return { sent, stream, statement }
}

test('the statements of one turn are sent together in order, before those of the next', async () => {
  const { sent, statement } = recorded()
  statement('a1', 'a2')
  await Promise.resolve()
  statement('b')
  expect(sent).toEqual([])
  await setImmediate()
  expect(sent).toEqual(['a1+a2+b'])
  statement('c')
  await setImmediate()
  expect(sent).toEqual(['a1+a2+b', 'c'])
})

test('a statement that is not corked is sent at once, unless an earlier one is held', async () => {
  const { sent, stream, statement } = recorded()
  stream.write('begin')
  expect(sent).toEqual(['begin'])
  statement('a')
  stream.write('commit')
  await setImmediate()
  expect(sent).toEqual(['begin', 'a+commit'])
})

let source: TestDatabase
let database: Database
beforeAll(async () => {
  source = await testDatabase()
  database = openDatabase({ url: source.url, max: 1 })
})
afterAll(async () => {
  await database.$client.end()
  await source.close()
})

test('the statements of a connection use one write per turn', async () => {
  const client = await database.$client.connect()
  const { stream } = (client as typeof client & { connection: { stream: Writable } }).connection
  const writes: number[] = []
  const writev = stream._writev?.bind(stream)
  stream._writev = (chunks, done) => {
    writes.push(chunks.length)
    writev?.(chunks, done)
  }
  const answers = await Promise.all(
    [1, 2, 3].map((number) => client.query('select $1::int as number', [number])),
  )
  client.release()
  expect(answers.map(({ rows }) => rows)).toEqual([1, 2, 3].map((number) => [{ number }]))
  expect(writes).toHaveLength(1)
})
