// Databases: one
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentProvider } from '../../../src/modules/payments/index.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.simulator.reset()
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.query('update charges set next_check_at = null')
  harness.clock.advance(24 * 60 * minute)
  harness.queue.length = 0
  harness.outbox.length = 0
})

const decision = { by: newId(), reason: 'conferido com o cliente' }
const inTransaction = <T>(decide: (tx: Transaction) => Promise<T>) => harness.database.transaction(decide)

interface Returned {
  id: string
  amount: number
  unattributed: number
  status: string
  origin: string
}

/** Creates a paid charge of R$ 200,00 for two orders of one customer, R$ 100,00 each. */
async function paidForTwoOrders({ amount = undefined as number | undefined, each = 10_000 } = {}) {
  const first = await harness.customer({ instalments: 1, amount: each })
  const second_ = await harness.customer({ instalments: 1, amount: each, sameAs: first })
  const orders = [first, second_] as const
  const instalmentIds = orders.flatMap((order) => order.instalmentIds)
  const started = await harness.payments.startCharge({ viewer: first.viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  harness.clock.advance(second)
  const paid = await harness.simulator.act(reference, 'approve', amount === undefined ? {} : { amount })
  await harness.payments.settleCharge({ chargeId })
  const refunds = () =>
    harness.query<Returned>(
      `select id, origin, amount::float8, unattributed::float8, status from refunds where charge_id = $1 order by created_at, id`,
      [chargeId],
    )
  return {
    orders,
    instalmentIds,
    chargeId,
    reference,
    providerId: String(paid.id),
    refunds,
    /** Refunds an amount, in centavos, at the provider's panel, which the shop has not noticed yet. */
    panel(centavos: number) {
      harness.clock.advance(second)
      return harness.simulator.act(reference, 'refund', { amount: centavos / 100 })
    },
    withdraw: (order: 0 | 1, payments = harness.payments) =>
      inTransaction((tx) =>
        payments.refundOrder(tx, {
          ...{ orderId: orders[order].orderId, origin: 'withdrawal', reason: 'arrependimento' },
        }),
      ),
    async attribute(targets: readonly string[], amount?: number) {
      // Queried before the transaction: the embedded database has one connection.
      const refundId = (await refunds()).find(({ unattributed }) => unattributed > 0)?.id ?? newId()
      return inTransaction((tx) =>
        harness.payments.attributeReturn(tx, { refundId, targets, amount, ...decision }),
      )
    },
    /** What prevents the erasure of the customer. */
    erasureBlocks: () =>
      harness.payments.erasureBlocks(harness.database, {
        ...{ userId: first.viewer.id, email: first.viewer.email, phone: undefined },
      }),
    async returned() {
      const found = await harness.provider.get(String(paid.id))
      return found.ok ? found.value.refunded : undefined
    },
  }
}

async function settle(payments = harness.payments): Promise<void> {
  harness.clock.advance(31 * second)
  await payments.reconcile()
  await run(payments)
}

/** Runs the queued jobs with this provider; those that throw stay queued. */
async function run(payments = harness.payments): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    const taken = harness.queue.splice(0)
    for (const entry of taken) {
      const job = payments.jobs[entry.job as keyof typeof payments.jobs]
      await job?.run(entry.data as never).catch(() => harness.queue.push(entry))
    }
  }
}

/** Returns the reasons of the open items about a charge's money. */
async function reasonsOf({ chargeId }: { chargeId: string }): Promise<string[]> {
  const rows = await harness.query<{ id: string }>(
    'select id from refunds where charge_id = $1 union all select id from credits where charge_id = $1',
    [chargeId],
  )
  const items = await harness.payments.openItems({ limit: 1000 })
  return items.flatMap(({ id, reason }) => (rows.some((row) => row.id === id) ? [reason] : [])).sort()
}

const expectBalanced = async () => expect(await harness.payments.checkBooks()).toEqual([])

test('a partial return at the panel waits for a person, and so does a withdrawal that it may concern', async () => {
  const two = await paidForTwoOrders()
  await two.panel(5_000)
  await settle()
  expect(await reasonsOf(two)).toEqual(['unattributed_return'])
  expect(harness.outbox.filter(({ kind }) => kind === 'books.unattributed')).toMatchObject([
    { to: 'equipe@exemplo.com.br', text: expect.stringContaining('R$ 50,00') },
  ])
  expect(await two.erasureBlocks()).toEqual(['money'])

  expect(await two.withdraw(0)).toEqual({ requested: 0, held: 10_000 })
  await settle()
  expect(await two.returned()).toBe(5_000)
  expect(await reasonsOf(two)).toEqual(['refund_held', 'unattributed_return'])

  // It belonged to the withdrawn order: the rest of that order is refunded, and no centavo of the other.
  expect(await two.attribute([two.orders[0].orderId])).toEqual({ ok: true, value: 5_000 })
  await settle()
  expect(await two.returned()).toBe(10_000)
  expect(await harness.statuses(two.instalmentIds)).toEqual(['refunded', 'paid'])
  expect(await reasonsOf(two)).toEqual([])
  expect(await two.withdraw(1)).toEqual({ requested: 10_000, held: 0 })
  await settle()
  expect(await two.returned()).toBe(20_000)
  expect(await harness.statuses(two.instalmentIds)).toEqual(['refunded', 'refunded'])
  expect(await two.erasureBlocks()).toEqual([])
  await expectBalanced()
})

test('publishes to an order a full return of its money, a chargeback and a won dispute', async () => {
  const two = await paidForTwoOrders()
  const events = async () => {
    const events = two.orders.map(({ orderId }) => harness.events('order-money.changed', 'orderId', orderId))
    return (await Promise.all(events)).map(({ length }) => length)
  }
  const funding = () =>
    Promise.all(two.orders.map(({ orderId }) => harness.payments.fundingOf(harness.database, orderId)))
  await two.withdraw(0)
  await settle()
  expect(await events()).toEqual([1, 0])
  expect(await funding()).toEqual(['returned', 'funded'])
  harness.clock.advance(second)
  await harness.simulator.act(two.reference, 'chargeback')
  await settle()
  expect(await events()).toEqual([1, 1])
  expect(await funding()).toEqual(['returned', 'returned'])
  harness.clock.advance(second)
  await harness.simulator.act(two.reference, 'status', {
    status: 'charged_back',
    status_detail: 'reimbursed',
  })
  await settle()
  expect(await events()).toEqual([1, 2])
  expect(await funding()).toEqual(['returned', 'funded'])
})

test('partial refund, chargeback of the rest, reinstated debt, won dispute: the credit is no more than came back', async () => {
  const two = await paidForTwoOrders()
  const { chargeId } = two
  await inTransaction((tx) =>
    harness.payments.refundCharge(tx, { chargeId, amount: 5_000, origin: 'team', ...decision }),
  )
  await settle()
  harness.clock.advance(second)
  await harness.simulator.act(two.reference, 'chargeback')
  await settle()
  const { id: paymentId = '' } =
    (await harness.payments.openItems({ limit: 1000 })).find(({ detail }) =>
      detail?.startsWith(`${two.providerId} `),
    ) ?? {}
  const before = await harness.payments.balances()
  const change = async () => {
    const after = await harness.payments.balances()
    const accounts = ['chargebacks', 'refunds', 'credits', 'receivable']
    return accounts.map((account) => (after.get(account) ?? 0) - (before.get(account) ?? 0))
  }
  await inTransaction((tx) =>
    harness.payments.reviewPayment(tx, { paymentId, reinstateDebt: true, ...decision }),
  )
  expect(await change()).toEqual([-15_000, -5_000, 0, 20_000])
  harness.clock.advance(second)
  const reimbursed = { status: 'charged_back', status_detail: 'reimbursed' }
  await harness.simulator.act(two.reference, 'status', reimbursed)
  await settle()
  // The bank took R$ 150,00, and R$ 150,00 was returned.
  expect(await change()).toEqual([-15_000, -5_000, -15_000, 20_000])
  expect((await harness.credits(chargeId)).map(({ amount }) => Number(amount))).toEqual([15_000])
  await expectBalanced()
})

test('a refund refused by the provider after a won dispute waits for a person at each try', async () => {
  const two = await paidForTwoOrders()
  const { chargeId } = two
  harness.clock.advance(second)
  await harness.simulator.act(two.reference, 'chargeback')
  await settle()
  harness.clock.advance(second)
  const reimbursed = { status: 'charged_back', status_detail: 'reimbursed' }
  await harness.simulator.act(two.reference, 'status', reimbursed)
  await settle()
  const asked = await inTransaction((tx) =>
    harness.payments.refundCharge(tx, { chargeId, amount: 5_000, origin: 'team', ...decision }),
  )
  expect(asked).toEqual({ ok: true, value: 5_000 })
  const waiting = async () => {
    const refunds = await harness.query<{ id: string }>(
      "select id from refunds where charge_id = $1 and status = 'failed' and last_error = 'refused'",
      [chargeId],
    )
    const items = await harness.payments.openItems({ limit: 1000 })
    return items.filter((item) => refunds.some(({ id }) => id === item.id)).map(({ reason }) => reason)
  }
  const decide = (retry: boolean) => async () => {
    const refundId = await harness.openItem('refund', chargeId)
    return inTransaction((tx) => harness.payments.decideRefund(tx, { refundId, retry }))
  }
  for (const next of [async () => {}, decide(true)]) {
    await next()
    await settle()
    await settle()
    expect([await waiting(), harness.queue]).toEqual([['refund_refused'], []])
  }
  expect(await decide(false)()).toEqual({ ok: true, value: 5_000 })
  expect(await waiting()).toEqual([])
  await expectBalanced()
})

test('when the return was for the other order, the withdrawn one is refunded in full', async () => {
  const two = await paidForTwoOrders()
  await two.panel(5_000)
  await settle()
  await two.withdraw(0)
  await two.attribute([two.orders[1].first])
  await settle()
  expect(await two.returned()).toBe(15_000)
  expect(await harness.statuses(two.instalmentIds)).toEqual(['refunded', 'paid'])
  expect(await two.withdraw(1)).toEqual({ requested: 5_000, held: 0 })
  await settle()
  expect(await two.returned()).toBe(20_000)
  await expectBalanced()
})

test('asks the provider about unnoticed panel refunds before refunding a withdrawal', async () => {
  const two = await paidForTwoOrders()
  await two.panel(5_000)
  expect(await two.withdraw(0)).toEqual({ requested: 10_000, held: 0 })
  await run()
  expect(await two.returned()).toBe(5_000)
  expect(await reasonsOf(two)).toEqual(['refund_held', 'unattributed_return'])
  await expectBalanced()
})

test('refunds nothing while the provider is unavailable', async () => {
  const two = await paidForTwoOrders()
  await two.withdraw(0)
  await harness.simulator.faults({ dropWebhooks: true, failRead: true })
  await run()
  await harness.simulator.faults({ dropWebhooks: true })
  expect(await two.returned()).toBe(0)
  await run()
  expect(await two.returned()).toBe(10_000)
})

test('asks a provider that does not know the payment for an hour, then a person decides', async () => {
  const unknown = { ok: false, code: 'not_found' } as const
  for (const forgetful of [{ get: async () => unknown }, { refund: async () => unknown }]) {
    const payments = harness.build(forgetful)
    const [once, always] = [await paidForTwoOrders(), await paidForTwoOrders()]
    for (const two of [once, always]) await two.withdraw(0)
    await run(payments)
    expect([await once.refunds(), await always.refunds()].map(([refund]) => refund?.status)).toEqual([
      'requested',
      'requested',
    ])
    const mine = (await once.refunds())[0]?.id
    const [own, others] = [0, 1].map((of) =>
      harness.queue.filter(({ data }) => (data.refundId === mine) === (of === 0)),
    )
    harness.queue.splice(0, harness.queue.length, ...(own ?? []))
    await run()
    expect(await once.returned()).toBe(10_000)
    harness.clock.advance(60 * minute)
    harness.queue.splice(0, harness.queue.length, ...(others ?? []))
    await run(payments)
    expect((await always.refunds())[0]?.status).toBe('failed')
    expect(await always.returned()).toBe(0)
  }
  await expectBalanced()
})

test('when both orders are withdrawn, a return counts for either and everything is refunded', async () => {
  const two = await paidForTwoOrders()
  await two.panel(5_001)
  await settle()
  await two.withdraw(0)
  await two.withdraw(1)
  await settle()
  await settle()
  expect(await two.returned()).toBe(20_000)
  expect(await harness.statuses(two.instalmentIds)).toEqual(['refunded', 'refunded'])
  expect(await reasonsOf(two)).toEqual([])
  await expectBalanced()
})

test('attributes a return spread or to a credit, never above what is left or to another customer’s', async () => {
  const two = await paidForTwoOrders({ amount: 230 })
  const creditId = await harness.openItem('credit', two.chargeId)
  await two.panel(4_001)
  await settle()
  expect(await two.attribute([newId()])).toEqual({ ok: false, code: 'not_of_payment' })
  expect(await two.attribute([creditId])).toEqual({ ok: false, code: 'too_much' })
  expect(await two.attribute([two.orders[0].orderId], 4_002)).toEqual({ ok: false, code: 'too_much' })
  expect(await two.attribute([two.orders[0].orderId], 0)).toEqual({ ok: false, code: 'too_much' })
  const use = { creditId, ...decision }
  const refused = { ok: false, code: 'unattributed_return' }
  expect(await inTransaction((tx) => harness.payments.refundCredit(tx, use))).toEqual(refused)
  expect(await inTransaction((tx) => harness.payments.dismissCredit(tx, use))).toEqual(refused)
  const { chargeId } = two
  const part = { chargeId, amount: 100, origin: 'team', reason: 'acordo' } as const
  expect(await inTransaction((tx) => harness.payments.refundCharge(tx, part))).toEqual(refused)

  expect(await two.attribute([creditId], 1_000)).toEqual({ ok: true, value: 1_000 })
  expect(await two.attribute([])).toEqual({ ok: true, value: 3_001 })
  expect(await two.attribute([])).toEqual({ ok: false, code: 'nothing_to_attribute' })
  expect((await harness.credits(chargeId)).map(({ amount, status }) => `${amount} ${status}`).sort()).toEqual(
    ['1000 refunded', '1727 open', '273 refunded'],
  )
  await expectBalanced()
  await two.withdraw(0)
  await settle()
  await two.withdraw(1)
  await settle()
  expect(await two.returned()).toBe(23_000)
  await expectBalanced()
})

/** Returns the provider, except that the responses to its next refunds are lost: before or after the refunds took effect. */
function losing(lost: ('before' | 'after')[]): Partial<PaymentProvider> {
  return {
    async refund(request) {
      const next = lost.shift()
      const answer = next === 'before' ? undefined : await harness.provider.refund(request)
      return next || !answer ? { ok: false, code: 'unavailable', detail: 'lost' } : answer
    },
  }
}

test('a refund whose answer was lost is ours, not the panel’s', async () => {
  const two = await paidForTwoOrders()
  await two.panel(10_000)
  await settle()
  await two.attribute([two.orders[1].orderId])
  await two.withdraw(0)
  const payments = harness.build(losing(['after', 'after']))
  for (let turn = 0; turn < 4; turn++) await settle(payments)
  expect(await two.refunds()).toMatchObject([
    { origin: 'panel', amount: 10_000, status: 'done' },
    { origin: 'withdrawal', amount: 10_000, status: 'done' },
  ])
  await expectBalanced()
})

test('a panel refund of the same amount and time is not mistaken for ours', async () => {
  const two = await paidForTwoOrders()
  await two.withdraw(0)
  const payments = harness.build(losing(['after']))
  await run(payments)
  await two.panel(10_000)
  for (let turn = 0; turn < 3; turn++) await settle(payments)
  expect(await two.returned()).toBe(20_000)
  expect((await two.refunds()).map(({ origin, status }) => `${origin} ${status}`).sort()).toEqual([
    'panel done',
    'withdrawal done',
  ])
  await expectBalanced()
})

test('when our refund did not arrive and the panel returned the same amount, a person decides before another is sent', async () => {
  const two = await paidForTwoOrders()
  await two.withdraw(0)
  const payments = harness.build(losing(['before', 'before', 'before']))
  await run(payments)
  await two.panel(10_000)
  for (let turn = 0; turn < 3; turn++) await settle(payments)
  expect(await two.returned()).toBe(10_000)
  harness.clock.advance(11 * minute)
  for (let turn = 0; turn < 3; turn++) await settle(payments)
  expect(await two.returned()).toBe(10_000)
  expect(await reasonsOf(two)).toEqual(['refund_held', 'unattributed_return'])
  await two.attribute([two.orders[0].orderId])
  await settle()
  expect(await two.returned()).toBe(10_000)
  expect(await harness.statuses(two.instalmentIds)).toEqual(['refunded', 'paid'])
  await two.withdraw(1)
  await settle()
  expect(await two.returned()).toBe(20_000)
  await expectBalanced()
})

test('a partial refund by the team is spread over what the charge paid, or taken from its named targets', async () => {
  const two = await paidForTwoOrders()
  const refund = (amount: number, instalmentIds?: string[]) =>
    inTransaction((tx) =>
      harness.payments.refundCharge(tx, {
        ...{ chargeId: two.chargeId, amount, origin: 'team', reason: 'acordo' },
        ...(instalmentIds && { instalmentIds }),
      }),
    )
  expect(await refund(1_001)).toEqual({ ok: true, value: 1_001 })
  expect(await refund(3_000, [two.orders[0].first])).toEqual({ ok: true, value: 3_000 })
  expect(await refund(7_000, [two.orders[0].first])).toEqual({ ok: false, code: 'too_much' })
  await run()
  const withdrawn = await two.withdraw(0)
  expect(withdrawn.requested).toBeGreaterThanOrEqual(6_499)
  expect(withdrawn.requested).toBeLessThanOrEqual(6_500)
  await settle()
  expect(await reasonsOf(two)).toEqual([])
  expect(await harness.statuses(two.instalmentIds)).toEqual(['refunded', 'paid'])
  await two.withdraw(1)
  await settle()
  expect(await two.returned()).toBe(20_000)
  await expectBalanced()
})

test('of two people attributing a return at once one succeeds; a concurrent withdrawal loses nothing', async () => {
  const two = await paidForTwoOrders()
  await two.panel(5_000)
  await settle()
  const [one, other, withdrawn] = await Promise.all([
    two.attribute([two.orders[0].orderId]),
    two.attribute([two.orders[1].orderId]),
    two.withdraw(0),
  ])
  const refused = { ok: false, code: 'nothing_to_attribute' }
  expect([one, other].filter(({ ok }) => ok)).toEqual([{ ok: true, value: 5_000 }])
  expect([one, other].filter(({ ok }) => !ok)).toEqual([refused])
  expect(withdrawn.requested + withdrawn.held).toBeGreaterThan(0)
  await settle()
  await two.withdraw(1)
  await settle()
  expect(await two.returned()).toBe(20_000)
  expect(await reasonsOf(two)).toEqual([])
  await expectBalanced()
})

test('amounts beyond 2^31 centavos and a single centavo are refunded to the centavo', async () => {
  const each = 3_000_000_001
  const two = await paidForTwoOrders({ each })
  await two.panel(1)
  await settle()
  expect(await two.withdraw(0)).toEqual({ requested: 0, held: each })
  expect(await two.attribute([])).toEqual({ ok: true, value: 1 })
  await settle()
  await two.withdraw(1)
  await settle()
  expect(await two.returned()).toBe(2 * each)
  await expectBalanced()
  const small = await paidForTwoOrders({ each: 1 })
  await small.panel(1)
  await settle()
  await small.attribute([small.orders[1].first])
  await small.withdraw(0)
  await settle()
  expect(await small.returned()).toBe(2)
  expect(await harness.statuses(small.instalmentIds)).toEqual(['refunded', 'refunded'])
  await expectBalanced()
})

// Steps of the random histories of one charge for two orders.

type Step =
  | { kind: 'panel'; order: 0 | 1; amount: number }
  | { kind: 'withdraw'; order: 0 | 1 }
  | { kind: 'team'; order: 0 | 1; amount: number }
  | { kind: 'lose'; when: 'before' | 'after' }
  | { kind: 'attribute' | 'work' | 'reconcile' | 'wait' }

const order = fc.constantFrom<0 | 1>(0, 1)
/** Often the full amount of an order, so that panel and shop refund the same amount. */
const amount = fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 10_000 }))
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('panel' as const), order, amount }),
  fc.record({ kind: fc.constant('withdraw' as const), order }),
  fc.record({ kind: fc.constant('team' as const), order, amount }),
  fc.record({
    kind: fc.constant('lose' as const),
    when: fc.constantFrom('before' as const, 'after' as const),
  }),
  fc.record({
    kind: fc.constantFrom('attribute' as const, 'work' as const, 'reconcile' as const, 'wait' as const),
  }),
)

/** Runs a history. A person at the panel knows for which order money is refunded, and answers when asked. */
async function play(steps: readonly Step[]): Promise<void> {
  await harness.simulator.reset()
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.query('update charges set next_check_at = null')
  harness.queue.length = 0
  const two = await paidForTwoOrders()
  const lost: ('before' | 'after')[] = []
  /** The order of every refund at the provider, by the provider's id, and the centavos refunded per order. */
  const meant = new Map<string, 0 | 1>()
  const back = [0, 0]
  const lossy = losing(lost)
  const payments = harness.build({
    async refund(request) {
      const before = await entries()
      const answer = await (lossy.refund ?? harness.provider.refund)(request)
      const [row] = await harness.query<{ order: number }>(
        `select (i.order_id = $2)::int as order from refunds r
           join (select refund_id, payment_id from refund_payments union all
                 select refund_id, payment_id from refund_attributions) p on p.refund_id = r.id
           join payments i on i.id = p.payment_id where r.idempotency_key = $1`,
        [request.idempotencyKey, two.orders[1].orderId],
      )
      await remember(before, row?.order === 1 ? 1 : 0)
      return answer
    },
  })
  async function entries() {
    const found = await harness.provider.get(two.providerId)
    return found.ok ? (found.value.refunds ?? []) : []
  }
  async function remember(before: readonly { id: string }[], of: 0 | 1): Promise<void> {
    for (const { id, amount: given } of await entries()) {
      if (before.some((one) => one.id === id)) continue
      meant.set(id, of)
      back[of] = (back[of] ?? 0) + given
    }
  }
  async function attributeAll(): Promise<void> {
    const open = await harness.query<{ id: string; provider_refund_id: string }>(
      'select id, provider_refund_id from refunds where charge_id = $1 and unattributed > 0',
      [two.chargeId],
    )
    for (const { id: refundId, provider_refund_id } of open) {
      const of = meant.get(provider_refund_id)
      if (of === undefined) throw new Error(`unknown refund ${provider_refund_id}`)
      const targets = [two.orders[of].orderId]
      // Refused while a refund of ours is under way for that order.
      await inTransaction((tx) => payments.attributeReturn(tx, { refundId, targets, ...decision }))
    }
  }
  const withdrawn = new Set<0 | 1>()
  const run_: Record<Step['kind'], (one: Step) => Promise<unknown>> = {
    async panel(one) {
      if (one.kind !== 'panel') return
      const given = Math.min(one.amount, 10_000 - (back[one.order] ?? 0))
      if (given <= 0) return
      const before = await entries()
      await two.panel(given)
      await remember(before, one.order)
    },
    async withdraw(one) {
      if (one.kind !== 'withdraw') return
      withdrawn.add(one.order)
      await two.withdraw(one.order, payments)
    },
    async team(one) {
      if (one.kind !== 'team') return
      const part = {
        chargeId: two.chargeId,
        amount: one.amount,
        instalmentIds: [two.orders[one.order].first],
      }
      await inTransaction((tx) => payments.refundCharge(tx, { ...part, origin: 'team', reason: 'acordo' }))
    },
    lose: async (one) => one.kind === 'lose' && lost.push(one.when),
    attribute: attributeAll,
    work: () => run(payments),
    reconcile: () => settle(payments),
    wait: async () => harness.clock.advance(11 * minute),
  }
  const requested = new Set<0 | 1>()
  /**
   * Once both refunds are requested, everything is refunded to the payer, and it does not matter which centavo belonged to which
   * order.
   */
  const expectOwn = () => {
    if (requested.size < 2)
      expect(Math.max(...back), 'an order got back more than it paid').toBeLessThanOrEqual(10_000)
  }
  for (const one of steps) {
    if (one.kind === 'withdraw' || one.kind === 'team') requested.add(one.order)
    await run_[one.kind](one)
    expectOwn()
  }
  lost.length = 0
  for (let turn = 0; turn < 5; turn++) {
    harness.clock.advance(11 * minute)
    await settle(payments)
    await attributeAll()
  }
  await settle(payments)
  expectOwn()
  expect((await entries()).reduce((total, one) => total + one.amount, 0)).toBe(
    (back[0] ?? 0) + (back[1] ?? 0),
  )
  const total = (back[0] ?? 0) + (back[1] ?? 0)
  expect(total).toBeLessThanOrEqual(20_000)
  for (const of of withdrawn)
    expect(total === 20_000 || back[of] === 10_000, 'a withdrawn order got everything back').toBe(true)
  expect(await reasonsOf(two)).toEqual([])
  const rows = await two.refunds()
  const done = rows.filter(({ status }) => status === 'done')
  expect(done.reduce((total, one) => total + one.amount, 0)).toBe(await two.returned())
  await expectBalanced()
}

test('after any panel refunds, our refunds and lost answers, every centavo is returned to its order', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), play), {
    numRuns: Number(process.env.STORY_RUNS ?? 15),
    endOnFailure: false,
  })
}, 240_000)
