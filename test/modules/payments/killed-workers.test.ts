// Databases: one
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { random as seeded } from '../../../scripts/torture/random.ts'
import type { PaymentProvider } from '../../../src/modules/payments/index.server.ts'
import { onDatabase, testDatabase } from '../../support/database.ts'
import { propertySeed } from '../../support/property-seed.ts'
import { type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

/** Number of charges that are tested from start to end. `KILLED_LIVES=200` means more than a thousand kills. */
const lives = Number(process.env.KILLED_LIVES ?? onDatabase({ postgres: 24, embedded: 8 }))

let shop: PaymentsHarness
beforeAll(async () => {
  shop = await startPaymentsHarness({ testDatabase })
})
afterAll(() => shop.close())

class Killed extends Error {}

const random = seeded(`killed workers ${propertySeed}`)

/**
 * What the killed workers had called until they were killed: the calls in their order, and whether the provider had processed the last
 * one ('done') or never got it ('lost').
 */
const deaths: string[] = []

/** Draws the calls at which the workers that attempt the same action are killed, one after the other. */
const drawn = () => Array.from({ length: random.between(1, 3) }, () => random.between(1, 2))

/**
 * Builds the shop in a worker that is killed at its nth call of the provider: before the request is sent, or after the
 * provider has processed it and before anything is committed. Nothing that was uncommitted at that moment ever happens.
 */
function dyingShop(nth: number) {
  const calls: string[] = []
  const dying =
    <A extends unknown[], R>(name: string, call: (...input: A) => Promise<R>) =>
    async (...input: A): Promise<R> => {
      calls.push(name)
      if (calls.length < nth) return call(...input)
      if (calls.length > nth) throw new Killed()
      const isDone = random.chance(0.75)
      deaths.push(`${calls.join(' > ')} ${isDone ? 'done' : 'lost'}`)
      if (isDone) await call(...input)
      throw new Killed()
    }
  const { createPix, cancel, paymentsOf, get, list, refund } = shop.provider
  const overrides: Partial<PaymentProvider> = {
    ...{ createPix: dying('createPix', createPix), cancel: dying('cancel', cancel) },
    ...{ paymentsOf: dying('paymentsOf', paymentsOf), get: dying('get', get) },
    ...{ list: dying('list', list), refund: dying('refund', refund) },
  }
  return shop.build(overrides)
}

/** Runs an action in workers that are killed, then in one that survives. */
async function killed(
  work: (payments: ReturnType<typeof dyingShop>) => Promise<unknown>,
  deathsAt = drawn(),
): Promise<void> {
  for (const nth of deathsAt) await work(dyingShop(nth)).catch(() => {})
  await work(shop.payments)
}

/** Runs the remaining jobs of every queue, first in workers that are killed as well: a refund at each of its three calls. */
async function workKilled(): Promise<void> {
  for (const { job, data } of [...shop.queue]) {
    const name = job as keyof typeof shop.payments.jobs
    for (const nth of job === 'refunds.issue' ? [1, 2, 3] : drawn().slice(0, 1))
      await dyingShop(nth)
        .jobs[name]?.run(data as never)
        .catch(() => {})
  }
  for (let round = 0; round < 5 && shop.queue.length > 0; round++) await shop.work()
}

test('a worker killed again and again between provider and commit charges and refunds once', async () => {
  onTestFailed(() => console.error(`where the workers were killed: STORY_SEED=${propertySeed}`))
  const refunded: string[] = []
  const cancelled: string[] = []
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
    if (life % 4 === 3) {
      cancelled.push(charge.id)
      await killed((payments) => payments.cancelCharge({ chargeId: charge.id }), [2, 1, 2])
      await workKilled()
      continue
    }
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

  console.log(`${deaths.length} workers killed`)
  expect(deaths.length).toBeGreaterThan(lives * 3)
  expect(deaths).toEqual(
    expect.arrayContaining([
      ...['createPix done', 'cancel done', 'cancel > paymentsOf done', 'get done', 'paymentsOf done'],
      ...['get > refund done', 'get > refund > get done', 'paymentsOf > get done'],
    ]),
  )
  const truth = (await (await fetch(`${shop.simulator.url}/sim/truth.json`)).json()) as {
    payments: { amount: number; refunded: number; approved_at: string | null; refunds: unknown[] }[]
  }
  expect(truth.payments).toHaveLength(lives)
  expect(truth.payments.filter(({ approved_at }) => approved_at === null)).toHaveLength(cancelled.length)
  expect(truth.payments.filter(({ refunded: back, amount }) => back !== 0 && back !== amount)).toEqual([])
  expect(truth.payments.filter(({ refunds }) => refunds.length === 1)).toHaveLength(refunded.length)
  expect(truth.payments.filter(({ refunds }) => refunds.length > 1)).toEqual([])
  const atProvider = await shop.simulator.payments()
  const here = await shop.query<{ reference: string }>(
    'select reference from charges where id = any($1) and status = $2',
    [cancelled, 'cancelled'],
  )
  expect(here).toHaveLength(cancelled.length)
  for (const { reference } of here)
    expect(atProvider.find((one) => one.external_reference === reference)).toMatchObject({
      status: 'cancelled',
    })

  const states = await shop.query<{ status: string; n: number }>(
    'select status, count(*)::int as n from payments group by status order by status',
  )
  expect(states).toEqual([
    { status: 'paid', n: lives - refunded.length - cancelled.length },
    { status: 'pending', n: cancelled.length },
    { status: 'refunded', n: refunded.length },
  ])
  expect(await shop.query("select status from refunds where status <> 'done'")).toEqual([])
  expect(await shop.query('select * from credits')).toEqual([])
  expect(await shop.payments.openItems()).toEqual([])
  expect(await shop.payments.checkBooks()).toEqual([])
  expect(shop.queue).toEqual([])
}, 600_000)
