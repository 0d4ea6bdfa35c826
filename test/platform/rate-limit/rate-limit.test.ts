// Databases: both
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import {
  allow,
  networkOf,
  resetRateLimit,
  sweepRateLimits,
} from '../../../src/platform/rate-limit/rate-limit.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let opened: TestDatabase
let executor: Database
beforeAll(async () => {
  opened = await testDatabase()
  executor = openDatabase({ url: opened.url, max: 4 })
})
afterAll(async () => {
  await executor.$client.end()
  await opened.close()
})

const noon = new Date('2026-03-02T12:00:00Z')
const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000)
const tryAt = (key: string, seconds: number) =>
  allow(executor, { key, limit: 2, windowSeconds: 60, now: at(seconds) })

test('a window starts with its first attempt and ends after its length', async () => {
  expect(await tryAt('a', 0)).toEqual({ allowed: true })
  expect(await tryAt('a', 30)).toEqual({ allowed: true })
  expect(await tryAt('a', 59)).toEqual({ allowed: false, retryAt: at(60) })
  expect(await tryAt('a', 60)).toEqual({ allowed: true })
  expect(await tryAt('a', 61)).toEqual({ allowed: true })
  expect(await tryAt('a', 119)).toEqual({ allowed: false, retryAt: at(120) })
})

test('keys are independent, and a reset clears one', async () => {
  for (const key of ['b', 'b', 'c', 'c']) expect(await tryAt(key, 0)).toEqual({ allowed: true })
  await resetRateLimit(executor, { key: 'b' })
  expect(await tryAt('b', 1)).toEqual({ allowed: true })
  expect(await tryAt('c', 1)).toMatchObject({ allowed: false })
})

test('of many concurrent attempts exactly the limit is allowed', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => tryAt('d', 0)))
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(2)
})

test('expired windows are deleted, current ones stay', async () => {
  await tryAt('e', 0)
  await tryAt('f', 3600)
  await sweepRateLimits(executor, { now: at(3600) })
  const { rows } = await executor.execute(sql`select key from rate_limits`)
  expect(rows).toHaveLength(1)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s stands for %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})
