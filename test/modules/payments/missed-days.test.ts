// Databases: one
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, daysBetween } from '../../../src/core/calendar.ts'
import { missedDays } from '../../../src/modules/payments/domain/close.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, startPaymentsHarness } from './payments-harness.ts'

const day = 24 * 60 * minute

let shop: PaymentsHarness
beforeAll(async () => {
  shop = await startPaymentsHarness({ testDatabase, start: '2028-02-26T15:00:00Z' })
  for (let passed = 0; passed < 4; passed++) {
    await pay()
    shop.clock.advance(day)
  }
  const close = shop.payments.jobs['payments.close-day']
  await Promise.all([close.run(), close.run()])
})
afterAll(() => shop.close())

async function pay(): Promise<void> {
  const { viewer, first } = await shop.customer()
  const started = await shop.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await shop.charge(chargeId)
  await shop.simulator.act(reference, 'approve')
  await shop.payments.settleCharge({ chargeId })
}

function closes() {
  return shop.query<{ day: string; status: string; ours: string }>(
    'select day::text, status, ours::text from daily_closes order by day',
  )
}

test('after days without a worker, each missed day is closed once, also by two workers together', async () => {
  // Over the leap day, because this February has 29 days.
  const expected = ['2028-02-26', '2028-02-27', '2028-02-28', '2028-02-29'].map((on) => ({
    day: on,
    status: 'agrees',
    ours: '10000',
  }))
  expect(await closes()).toEqual(expected)
  await shop.payments.jobs['payments.close-day'].run()
  expect(await closes()).toEqual(expected)
})

test('a close lost by restoring a back-up is made again, and a day that differs stays with the team', async () => {
  await shop.query("delete from daily_closes where day = '2028-02-28'")
  await shop.query("update daily_closes set status = 'differs' where day = '2028-02-27'")
  shop.clock.advance(2 * day)
  await shop.payments.jobs['payments.close-day'].run()
  expect((await closes()).map(({ day: on, status }) => [on, status])).toEqual([
    ['2028-02-26', 'agrees'],
    ['2028-02-27', 'differs'],
    ['2028-02-28', 'agrees'],
    ['2028-02-29', 'agrees'],
    ['2028-03-01', 'agrees'],
    ['2028-03-02', 'agrees'],
  ])
})

test('while the provider is unavailable no day is closed and the job fails, to be retried', async () => {
  const before = await closes()
  shop.clock.advance(day)
  const silent = shop.build({ list: async () => ({ ok: false, code: 'unavailable' }) })
  await expect(silent.jobs['payments.close-day'].run()).rejects.toThrow('unavailable')
  expect(await closes()).toEqual(before)
})

test('the days to close are the last three and those of the last two months without a close', () => {
  const yesterday = '2028-03-05'
  const back = fc.integer({ min: 0, max: 90 }).map((days) => addDays(yesterday, -days))
  fc.assert(
    fc.property(fc.uniqueArray(back), fc.option(back, { nil: undefined }), (closed, approvedOn) => {
      const days = missedDays({ closed, approvedOn, yesterday })
      expect(days.toSorted()).toEqual(days)
      expect(new Set(days).size).toBe(days.length)
      expect(days.at(-1)).toBe(yesterday)
      const first = [...closed, approvedOn ?? yesterday].toSorted()[0] ?? yesterday
      for (let ago = 1; ago <= 90; ago++) {
        const on = addDays(yesterday, -ago)
        const isDue = (!closed.includes(on) || ago < 3) && on >= first && daysBetween(on, yesterday) <= 62
        expect(days.includes(on)).toBe(isDue)
      }
    }),
  )
})
