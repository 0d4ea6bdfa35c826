// Databases: one
import { afterAll, beforeAll, expect, test } from 'vitest'
import { random as seeded } from '../../../scripts/torture/random.ts'
import type { PaymentProvider } from '../../../src/modules/payments/index.server.ts'
import { onDatabase, testDatabase } from '../../support/database.ts'
import { type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

/** Number of charges that are tested from start to end. `KILLED_LIVES=200` means more than a thousand kills. */
const lives = Number(process.env.KILLED_LIVES ?? onDatabase({ postgres: 12, embedded: 4 }))

let shop: PaymentsHarness
beforeAll(async () => {
  shop = await startPaymentsHarness({ testDatabase })
})
afterAll(() => shop.close())

class Killed extends Error {}

const random = seeded('killed workers')
let kills = 0

/**
 * Builds the shop in a worker that is killed at its first call of the provider: before the request is sent, or after the provider
 * has processed it and before anything is committed. Nothing that was uncommitted at that moment ever happens.
 */
function dyingShop() {
  let isDead = false
  const dying =
    <A extends unknown[], R>(call: (...input: A) => Promise<R>) =>
    async (...input: A): Promise<R> => {
      if (isDead) throw new Killed()
      isDead = true
      kills++
      if (random.chance(0.75)) await call(...input)
      throw new Killed()
    }
  const { createPix, cancel, paymentsOf, get, list, refund } = shop.provider
  const overrides: Partial<PaymentProvider> = {
    ...{ createPix: dying(createPix), cancel: dying(cancel), refund: dying(refund) },
    ...{ paymentsOf: dying(paymentsOf), get: dying(get), list: dying(list) },
  }
  return shop.build(overrides)
}

/** Runs an action in one to three workers that are killed, then in one that survives. */
async function killed(work: (payments: ReturnType<typeof dyingShop>) => Promise<unknown>): Promise<void> {
  const times = random.between(1, 3)
  for (let time = 0; time < times; time++) await work(dyingShop()).catch(() => {})
  await work(shop.payments)
}

/** Runs the remaining jobs of every queue, first in workers that are killed as well. */
async function workKilled(): Promise<void> {
  for (const { job, data } of [...shop.queue]) {
    const name = job as keyof typeof shop.payments.jobs
    await dyingShop()
      .jobs[name]?.run(data as never)
      .catch(() => {})
  }
  for (let round = 0; round < 5 && shop.queue.length > 0; round++) await shop.work()
}

test('a worker killed between the provider and the commit, again and again, charges and refunds once', async () => {
  const refunded: string[] = []
  const chargeIds: string[] = []
  for (let life = 0; life < lives; life++) {
    const { viewer, first, orderId } = await shop.customer({ instalments: 1 })
    await killed((payments) => payments.startCharge({ viewer, instalmentIds: [first] }))
    await workKilled()
    const [charge] = await shop.query<{ id: string; reference: string }>(
      'select c.id, c.reference from charges c join charge_payments l on l.charge_id = c.id where l.payment_id = $1',
      [first],
    )
    if (!charge) throw new Error('no charge')
    chargeIds.push(charge.id)
    await shop.simulator.act(charge.reference, 'approve')
    await killed((payments) => payments.settleCharge({ chargeId: charge.id }))
    if (life % 2 === 0) {
      refunded.push(charge.id)
      await shop.database.transaction((tx) =>
        shop.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'withdrawal', by: viewer.id }),
      )
    }
    await workKilled()
    shop.clock.advance(5 * second)
  }
  await shop.simulator.noticesSent()
  await workKilled()
  await killed((payments) => payments.reconcile())
  await workKilled()

  expect(kills).toBeGreaterThan(lives * 5)
  expect(chargeIds).toHaveLength(new Set(chargeIds).size)
  const truth = (await (await fetch(`${shop.simulator.url}/sim/truth.json`)).json()) as {
    payments: { amount: number; refunded: number; approved_at: string | null; refunds: unknown[] }[]
  }
  expect(truth.payments).toHaveLength(lives)
  expect(truth.payments.filter(({ approved_at }) => approved_at === null)).toEqual([])
  expect(truth.payments.filter(({ refunded: back, amount }) => back !== 0 && back !== amount)).toEqual([])
  expect(truth.payments.filter(({ refunds }) => refunds.length === 1)).toHaveLength(refunded.length)
  expect(truth.payments.filter(({ refunds }) => refunds.length > 1)).toEqual([])

  const states = await shop.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from payments group by status order by status',
  )
  expect(states).toEqual([
    { status: 'paid', n: lives - refunded.length },
    { status: 'refunded', n: refunded.length },
  ])
  expect(await shop.query("select status from refunds where status <> 'done'")).toEqual([])
  expect(await shop.query('select * from credits')).toEqual([])
  expect(await shop.payments.openItems()).toEqual([])
  expect(await shop.payments.checkBooks()).toEqual([])
  expect(shop.queue).toEqual([])
}, 600_000)
