// Databases: one. Money that a won dispute returns to an order that is over waits for a person, once.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createOrders } from '../../../src/modules/orders/index.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { linksAt } from '../../../src/web/paths.ts'
import { checkSource } from '../../support/check-source.ts'
import { testDatabase } from '../../support/database.ts'
import { deliver } from '../../support/listeners.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from '../payments/payments-harness.ts'

let harness: PaymentsHarness
let orders: ReturnType<typeof createOrders>
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase })
  orders = createOrders({
    ...{ database: harness.database, clock: harness.clock, newId, links: linksAt('https://exemplo.com.br') },
    storage: {
      put: async () => {},
      get: async () => undefined,
      delete: async () => {},
      list: async () => [],
    },
    ...{ enqueue: async () => {}, send: async () => {}, contactOf: async () => undefined },
    fundingOf: harness.payments.fundingOf,
    reviewRegained: harness.payments.reviewRegained,
    teamEmail: () => 'equipe@exemplo.com.br',
  })
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.simulator.reset()
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.query('update charges set next_check_at = null')
  harness.clock.advance(24 * 60 * minute)
  harness.queue.length = 0
})

const reimbursed = { status: 'charged_back', status_detail: 'reimbursed' }
const decision = { by: newId(), reason: 'conferido com o banco' }

/** Pays two orders of R$ 100,00 of one customer with one charge, and returns the events that can happen to them. */
async function paidForTwoOrders() {
  const first = await harness.customer({ instalments: 1 })
  const other = await harness.customer({ instalments: 1, sameAs: first })
  const { viewer } = first
  const instalmentIds = [...first.instalmentIds, ...other.instalmentIds]
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  const delivered = new Set<string>()
  const rows = () =>
    harness.query<{ id: string; status: string; amount: number }>(
      'select id, status, amount::float8 from refunds where charge_id = $1 order by id',
      [chargeId],
    )

  /** Delivers the money events to orders; with `again` also those delivered before. */
  async function follow({ again = false } = {}) {
    const events = await harness.query<{ id: string; payload: { orderId: string; userId: string } }>(
      `select id, payload from events where type = 'order-money.changed' and payload ->> 'userId' = $1 order by id`,
      [viewer.id],
    )
    for (const { id, payload } of events) {
      if (delivered.has(id) && !again) continue
      delivered.add(id)
      await deliver(harness.database, orders.listeners, { type: 'order-money.changed', payload })
    }
  }
  async function settle() {
    harness.clock.advance(31 * second)
    await harness.payments.reconcile()
    await harness.work()
    await follow()
  }
  async function bank(action: string, body: object = {}) {
    harness.clock.advance(second)
    await harness.simulator.act(reference, action, body)
    await settle()
  }
  await bank('approve')
  return {
    instalmentIds,
    chargeId,
    bank,
    settle,
    follow,
    rows,
    winDispute: (said: object = { status: 'approved', status_detail: 'accredited' }) => bank('status', said),
    /** Withdraws as contracting does (CDC art. 49). */
    withdraw: () =>
      harness.database.transaction(async (tx) => {
        const { orderId } = first
        expect(await orders.cancelOrder(tx, { orderId })).toMatchObject({ ok: true })
        await harness.payments.cancelInstalments(tx, { orderId })
        return harness.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'withdrawal' })
      }),
    async reviewAsLost() {
      const paymentId = await harness.openItem('payment', chargeId)
      const review = { paymentId, reinstateDebt: false, ...decision }
      const reviewed = await harness.database.transaction((tx) => harness.payments.reviewPayment(tx, review))
      expect(reviewed).toEqual({ ok: true, value: 0 })
    },
    /** Decides the open obligation about a refund. */
    async decide(retry: boolean) {
      const refundId = await harness.openItem('refund', chargeId)
      const decided = await harness.database.transaction((tx) =>
        harness.payments.decideRefund(tx, { refundId, retry }),
      )
      expect(decided).toMatchObject({ ok: true })
      await settle()
    },
    /** Returns the items that wait for a person about this charge's money. */
    async waiting() {
      const own = new Set((await rows()).map(({ id }) => id))
      const [payment] = await harness.query<{ id: string }>(
        'select id from provider_payments where charge_id = $1',
        [chargeId],
      )
      const items = await harness.payments.openItems({ limit: 1000 })
      return items
        .filter(({ id }) => own.has(id) || id === payment?.id)
        .map(({ kind, reason, amount }) => `${kind} ${reason} ${amount}`)
    },
  }
}

/** Returns the reasons why refunds wait, in the words of the team's queue. */
async function owedWords(): Promise<string[]> {
  const source = harness.payments.obligations.find(({ kind }) => kind === 'refund.decide')
  if (!source) throw new Error('no such duty')
  return (await checkSource(source)).map(({ about }) => about)
}

test('a dispute won after the withdrawal and a write-off leaves the amount to refund waiting, once', async () => {
  const two = await paidForTwoOrders()
  await two.bank('chargeback')
  expect(await two.withdraw()).toEqual({ requested: 0, held: 0 })
  await two.reviewAsLost()
  expect(await two.waiting()).toEqual([])

  await two.winDispute()
  const item = ['refund dispute_won 10000']
  expect(await two.waiting()).toEqual(item)
  expect(await owedWords()).toContain(
    'contestação ganha de um pedido que já acabou, ou de uma consulta paga de novo',
  )
  // Reported again by the bank, and delivered again to the order.
  await two.winDispute()
  await two.follow({ again: true })
  expect(await two.waiting()).toEqual(item)

  await two.decide(true)
  expect(await two.waiting()).toEqual([])
  expect(await harness.statuses(two.instalmentIds)).toEqual(['refunded', 'paid'])
  await two.follow({ again: true })
  expect(await two.waiting()).toEqual([])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('a refund given up while the bank had its money is proposed again, and stays given up the second time', async () => {
  const two = await paidForTwoOrders()
  expect(await two.withdraw()).toEqual({ requested: 10_000, held: 0 })
  await two.bank('chargeback')
  expect(await two.waiting()).toEqual(['refund refund_refused 10000', 'payment charged_back 20000'])
  await two.reviewAsLost()
  await two.decide(false)
  expect(await two.waiting()).toEqual([])

  await two.winDispute()
  expect(await two.waiting()).toEqual(['refund dispute_won 10000'])
  await two.decide(false)
  await two.follow({ again: true })
  expect(await two.waiting()).toEqual([])

  // Another dispute creates another item.
  await two.bank('chargeback')
  await two.reviewAsLost()
  await two.winDispute()
  expect(await two.waiting()).toEqual(['refund dispute_won 10000'])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('a waiting refund is not proposed twice, and nothing is owed to an order that continues', async () => {
  const two = await paidForTwoOrders()
  await two.withdraw()
  await two.bank('chargeback')
  await two.reviewAsLost()
  await two.winDispute()
  expect(await two.waiting()).toEqual(['refund refund_refused 10000'])
  await two.decide(true)
  expect(await harness.statuses(two.instalmentIds)).toEqual(['refunded', 'paid'])
  expect((await two.rows()).filter(({ status }) => status !== 'reversed')).toMatchObject([
    { status: 'done', amount: 10_000 },
  ])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('notices of a lost and a won dispute, together or in reverse order, have the same result', async () => {
  const two = await paidForTwoOrders()
  await two.bank('chargeback')
  await two.withdraw()
  await two.reviewAsLost()
  const { chargeId } = two
  const [{ provider_id: providerId = '' } = {}] = await harness.query<{ provider_id: string }>(
    'select provider_id from provider_payments where charge_id = $1',
    [chargeId],
  )
  const lost = await harness.provider.get(providerId)
  await two.winDispute(reimbursed)
  // An earlier response that was still in transit.
  await harness
    .build({ paymentsOf: async () => (lost.ok ? { ok: true, value: [lost.value] } : lost) })
    .settleCharge({ chargeId })
  await two.settle()
  await two.follow({ again: true })
  expect(await two.waiting()).toEqual(['refund dispute_won 10000'])
  expect(await harness.payments.checkBooks()).toEqual([])
})
