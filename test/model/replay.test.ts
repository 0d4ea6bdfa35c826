// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundsWithoutRefunds, wideBounds } from '../../scripts/model/bounds.ts'
import { formatAction } from '../../scripts/model/format-action.ts'
import { randomHistory, randomOf } from '../../scripts/model/walk.ts'
import type { Action } from '../../scripts/model/world.ts'
import { type PaymentsHarness, startPaymentsHarness } from '../modules/payments/payments-harness.ts'
import { testDatabase } from '../support/database.ts'
import { liveWithRefunds } from './refund-laws.ts'
import { replay } from './replay.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())

/** A fixed seed makes runs repeatable; MODEL_SEED sets another seed, MODEL_HISTORIES the number of histories. */
const seed = Number(process.env.MODEL_SEED ?? 20_261_122)
const histories = Number(process.env.MODEL_HISTORIES ?? 12)
const time = 3_600_000

test(
  'the real use cases keep the model’s books, in whatever order payments and notices come',
  async () => {
    const random = randomOf(seed)
    for (let at = 0; at < histories; at++) {
      const history = randomHistory(boundsWithoutRefunds, random)
      const departures = await replay(harness, { history, bounds: boundsWithoutRefunds })
      expect(departures, JSON.stringify({ at, history: history.map(formatAction) })).toEqual([])
    }
  },
  time,
)

test(
  'the real use cases keep the model’s laws with refunds too',
  async () => {
    const random = randomOf(seed)
    for (let at = 0; at < histories; at++) {
      const { history, breaches } = await liveWithRefunds(harness, { bounds: wideBounds, random })
      expect(breaches, JSON.stringify({ at, history })).toEqual([])
    }
  },
  time,
)

test('a shop that cannot tell which report is newer departs from the model', async () => {
  const history: Action[] = [
    { do: 'fetch', payment: 0 },
    { do: 'cancel', payment: 0 },
    { do: 'sweep' },
    { do: 'pay', payment: 0, difference: 0 },
    { do: 'fetch', payment: 0 },
    { do: 'pay', payment: 1, difference: 0 },
    { do: 'record', fetched: 1 },
    { do: 'record', fetched: 0 },
  ]
  expect(await replay(harness, { history, bounds: boundsWithoutRefunds })).toEqual([])
  const departures = await replay(harness, { history, bounds: boundsWithoutRefunds, dates: false })
  expect(departures).toContainEqual(expect.stringContaining('after the history, payments'))
})

test('a shop that is not notified of refunds breaks a law', async () => {
  const random = randomOf(seed)
  let found: string[] = []
  for (let at = 0; at < 10 && found.length === 0; at++) {
    found = (await liveWithRefunds(harness, { bounds: wideBounds, random, refunds: false })).breaches
  }
  expect(found).toContainEqual(expect.stringContaining('at the provider'))
})
