// Databases: postgres. Only a server has replicas; `npm run torture -- --cluster` tests that a real one follows.
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type NetworkLink, openLink } from '../../../scripts/lib/network-link.ts'
import { freePorts } from '../../../scripts/lib/ports.ts'
import { readNumbers } from '../../../src/modules/numbers/read-numbers.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { openReplica, staleReason } from '../../../src/platform/database/read-replica.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

test.each([
  ['a primary', { follows: false, lagSeconds: null }, undefined],
  ['a primary that followed another once', { follows: false, lagSeconds: 9_999 }, undefined],
  ['one that follows', { follows: true, lagSeconds: 0.2 }, undefined],
  ['one at the limit', { follows: true, lagSeconds: 30 }, undefined],
  ['one beyond it', { follows: true, lagSeconds: 31 }, 'is 31 s behind'],
  ['one that just started', { follows: true, lagSeconds: null }, 'has received nothing yet'],
])('whether the replica is used: %s', (_, position, reason) => {
  expect(staleReason(position)).toBe(reason)
})

let sources: TestDatabase[]
let primary: Database
/** Database that acts as the replica: its rows differ, which shows which database answered. */
let other: Database
let link: NetworkLink
let url: string
beforeAll(async () => {
  sources = [await testDatabase(), await testDatabase()]
  const [first, second] = sources.map((source) => new URL(source.url)) as [URL, URL]
  primary = openDatabase({ url: first.href, queryMs: 10_000 })
  other = openDatabase({ url: second.href })
  for (const [database, count] of [
    [primary, 1],
    [other, 2],
  ] as const) {
    await database.execute(sql`
      insert into daily_figures (day, figure, subject, count, amount) values ('2026-03-02', 'orders.signed', 'clean-name', ${count}, 100)`)
  }
  const port = await freePorts()
  const to = { host: second.hostname, port: Number(second.port) }
  link = await openLink({ host: '127.0.0.1', port }, to)
  // The way through the server's Unix socket would go past the link.
  second.searchParams.delete('host')
  second.hostname = '127.0.0.1'
  second.port = String(port)
  url = second.href
})
afterEach(() => link.become('open'))
afterAll(async () => {
  await link.close()
  await Promise.all([primary.$client.end(), other.$client.end()])
  await Promise.all(sources.map((source) => source.close()))
})

/** Opens a reader with its own time, and returns it with its log. */
function open() {
  const logged: string[] = []
  const time = { now: 1_000_000 }
  const log = createLog({ level: 'warn', destination: { write: (line: string) => void logged.push(line) } })
  const replica = openReplica({ url, ownSessions: true, primary, log, now: () => time.now })
  const clock = { now: () => new Date('2026-03-20T12:00:00Z') }
  const period = {
    ...{ name: '7' as const, from: '2026-03-01', to: '2026-03-07' },
    previous: { from: '2026-02-22', to: '2026-02-28' },
  }
  /** Returns the number of signed orders: 1 from the primary, 2 from the replica. */
  const signed = async () => {
    const { sales } = await readNumbers(
      { readFromReplica: replica.readFromReplica, clock, sources: [] },
      { period },
    )
    return sales.now.count
  }
  return { ...replica, signed, logged, time }
}

test('numbers and their exports are read on the replica', async () => {
  const { signed, close, logged } = open()
  expect(await signed()).toBe(2)
  expect(logged).toEqual([])
  await close()
})

test('a lost replica is not waited for again at once, and is used again later', async () => {
  const { signed, close, logged, time } = open()
  expect(await signed()).toBe(2)
  link.become('refuses')
  expect(await signed()).toBe(1)
  expect(logged.filter((line) => line.includes('not read for a while'))).toHaveLength(1)
  link.become('open')
  expect(await signed()).toBe(1)
  time.now += 20_000
  expect(await signed()).toBe(2)
  await close()
})

test('a silent replica is given up before a page would time out', async () => {
  const { signed, close } = open()
  expect(await signed()).toBe(2)
  link.become('silent')
  const began = performance.now()
  expect(await signed()).toBe(1)
  expect(performance.now() - began).toBeLessThan(8_000)
  await close()
})

test('a lagging replica is not read until it has caught up', async () => {
  const name = new URL(url).pathname.slice(1)
  // A replica's status, returned by functions that are resolved before PostgreSQL's own.
  await other.execute(sql.raw(`create schema replica`))
  const says = (age: string) =>
    other.execute(
      sql.raw(`
        create or replace function replica.pg_is_in_recovery() returns boolean language sql as 'select true';
        create or replace function replica.pg_last_xact_replay_timestamp() returns timestamptz language sql as
          $$ select now() - interval '${age}' $$`),
    )
  await says('2 minutes')
  await other.execute(sql.raw(`alter database ${name} set search_path = replica, public, pg_catalog`))
  const { signed, close, logged, time } = open()
  expect(await signed()).toBe(1)
  expect(logged.join()).toMatch(/is 1[12]\d s behind/)
  await says('1 second')
  expect(await signed()).toBe(1)
  time.now += 20_000
  expect(await signed()).toBe(2)
  await close()
})
