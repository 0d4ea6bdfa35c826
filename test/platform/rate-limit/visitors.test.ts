// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { allowVisitor } from '../../../src/platform/rate-limit/visitors.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'

let opened: TestDatabase
let database: Database
beforeAll(async () => {
  opened = await testDatabase()
  database = openDatabase({ url: opened.url, max: 2 })
})
afterAll(async () => {
  await database.$client.end()
  await opened.close()
})

const now = new Date('2026-03-02T12:00:00Z')
const ask = async (name: string, ip: string, userId?: string) => {
  const limit = { limit: 2, window: 3_600_000 }
  return (await allowVisitor(database, { name, visitor: { userId, ip }, ...limit, now })).allowed
}

test('a guest who uses up a network does not block a signed-in person there', async () => {
  const guest = () => ask('a', '203.0.113.7')
  expect([await guest(), await guest(), await guest()]).toEqual([true, true, false])
  const customer = () => ask('a', '203.0.113.7', 'ana')
  expect([await customer(), await customer(), await customer()]).toEqual([true, true, false])
  expect(await ask('a', '203.0.113.7', 'rui')).toBe(true)
  expect(await ask('a', '203.0.113.8')).toBe(true)
})

test('a customer with an IPv6 /48 counts as four subscribers, not 65,536', async () => {
  const allowed: boolean[] = []
  for (let network = 0; network < 12; network++) allowed.push(await ask('b', `2001:db8:1:${network}::1`))
  expect(allowed.filter(Boolean)).toHaveLength(8)
  expect(await ask('b', '2001:db8:2::1')).toBe(true)
})
