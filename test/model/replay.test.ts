// Databases: both
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smallBounds, wideBounds } from '../../scripts/model/bounds.ts'
import { told } from '../../scripts/model/told.ts'
import { randomHistory, randomOf } from '../../scripts/model/walk.ts'
import { type Action, asked, type Bounds } from '../../scripts/model/world.ts'
import { type PaymentsHarness, startPaymentsHarness } from '../modules/payments/payments-harness.ts'
import { onDatabase, testDatabase } from '../support/database.ts'
import { createReplayer } from './replay.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())

/** A fixed seed makes runs repeatable; MODEL_SEED sets another one, MODEL_HISTORIES how many. */
const seed = Number(process.env.MODEL_SEED ?? 20_261_122)
const histories = Number(process.env.MODEL_HISTORIES ?? onDatabase({ postgres: 24, embedded: 6 }))

/** Replays histories of the bounds until one departs from the model. */
async function firstDeparture(bounds: Bounds, count: number, replayer = createReplayer(harness)) {
  const random = randomOf(seed)
  for (let at = 0; at < count; at++) {
    const history = randomHistory(bounds, random)
    const departures = await replayer.replay(history, bounds)
    if (departures.length > 0) return { at, history: history.map(told), departures }
  }
  return undefined
}

test('the real use cases keep the model’s books, through histories of the small bounds', async () => {
  expect(await firstDeparture(smallBounds, histories)).toBeUndefined()
}, 240_000)

test('and through histories in which everything may happen', async () => {
  expect(await firstDeparture(wideBounds, histories / 2)).toBeUndefined()
}, 240_000)

test('a shop that does not know which report is newer departs from the model', async () => {
  const replayer = createReplayer(harness, { dates: false })
  const late: Action[] = [
    { do: 'pay', payment: 0, difference: 0 },
    { do: 'fetch', payment: 0 },
    { do: 'panelRefund', payment: 0, amount: 2 * asked },
    { do: 'sweep' },
    { do: 'record', fetched: 0 },
  ]
  expect(await createReplayer(harness).replay(late, wideBounds)).toEqual([])
  expect(await replayer.replay(late, wideBounds)).toContainEqual(
    expect.stringContaining('after the history, payments'),
  )
})
