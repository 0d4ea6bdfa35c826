// Databases: both
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import {
  allow,
  deleteExpiredAttempts,
  isUsedUp,
  releaseAttempt,
  resetRateLimit,
} from '../../../src/platform/rate-limit/rate-limit.ts'
import { onDatabase, type TestDatabase, testDatabase } from '../../support/database.ts'

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
  allow(executor, { key, limit: 2, window: 60_000, now: at(seconds) })

test('a limit is free at once, then allows one attempt after each part of the window', async () => {
  expect(await tryAt('a', 0)).toEqual({ allowed: true })
  expect(await tryAt('a', 1)).toEqual({ allowed: true })
  expect(await tryAt('a', 2)).toEqual({ allowed: false, retryAt: at(30) })
  // Refused attempts do not count: repeated attempts do not postpone the next allowed one.
  expect(await tryAt('a', 29)).toEqual({ allowed: false, retryAt: at(30) })
  expect(await tryAt('a', 30)).toEqual({ allowed: true })
  expect(await tryAt('a', 31)).toEqual({ allowed: false, retryAt: at(60) })
  expect(await tryAt('a', 120)).toEqual({ allowed: true })
  expect(await tryAt('a', 120)).toEqual({ allowed: true })
  expect(await tryAt('a', 121)).toMatchObject({ allowed: false })
})

test('any attempts are allowed as by an evenly leaking bucket', async () => {
  const limits = fc.record({
    limit: fc.integer({ min: 1, max: 7 }),
    window: fc.integer({ min: 7_000, max: 90_000 }),
  })
  const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 15 })
  let buckets = 0
  await fc.assert(
    fc.asyncProperty(limits, gaps, async (limit, pauses) => {
      const key = `bucket-${++buckets}`
      const spacing = Math.floor(limit.window / limit.limit)
      let [time, emptyAt] = [noon.getTime(), noon.getTime()]
      for (const pause of pauses) {
        time += pause
        const filled = Math.max(emptyAt, time) + spacing
        const allowed = filled <= time + spacing * limit.limit
        const now = new Date(time)
        expect(await isUsedUp(executor, { key, ...limit, now })).toBe(!allowed)
        const answer = await allow(executor, { key, ...limit, now })
        expect(answer.allowed).toBe(allowed)
        if (allowed) emptyAt = filled
        else expect(answer).toEqual({ allowed, retryAt: new Date(filled - spacing * limit.limit) })
      }
    }),
    { numRuns: onDatabase({ postgres: 40, embedded: 10 }) },
  )
})

test('a returned attempt does not count', async () => {
  const limit = { key: 'g', limit: 2, window: 60_000 }
  await tryAt('g', 0)
  await tryAt('g', 0)
  await releaseAttempt(executor, { ...limit, now: at(0) })
  expect(await tryAt('g', 0)).toEqual({ allowed: true })
  expect(await tryAt('g', 0)).toMatchObject({ allowed: false })
  await releaseAttempt(executor, { ...limit, key: 'nobody', now: at(0) })
})

test('a process whose clock is hours ahead blocks nothing, and one seconds off allows nothing more', async () => {
  for (const _ of [1, 2]) await tryAt('h', 6 * 3600)
  expect(await tryAt('h', 0)).toEqual({ allowed: true })
  // Beyond what attempts of clocks a minute apart could have left.
  for (const _ of [1, 2]) await tryAt('j', 180)
  expect(await tryAt('j', 0)).toEqual({ allowed: true })
  for (const _ of [1, 2]) await tryAt('i', 59)
  expect(await tryAt('i', 0)).toMatchObject({ allowed: false })
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

test('expired attempts are deleted, others stay', async () => {
  await executor.execute(sql`delete from rate_limits`)
  await tryAt('e', 0)
  await tryAt('f', 3600)
  await deleteExpiredAttempts(executor, { now: at(3600) })
  const { rows } = await executor.execute(sql`select key from rate_limits`)
  expect(rows).toHaveLength(1)
})

test('an earlier release’s row, with the end of its window, blocks nothing', async () => {
  const key = createHash('sha256').update('yesterday').digest('base64url')
  await executor.execute(sql`insert into rate_limits (key, count, expires_at) values (${key}, 1, ${at(60)})`)
  expect(await tryAt('yesterday', 0)).toEqual({ allowed: true })
})
