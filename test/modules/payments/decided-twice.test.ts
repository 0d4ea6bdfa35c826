// Databases: postgres
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentProvider } from '../../../src/modules/payments/index.server.ts'
import { settleReport } from '../../../src/modules/payments/settlement/settle-report.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { holdTransaction } from '../../support/second-connections.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'
import { depsIn } from './scripted-bank.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({ testDatabase, approvalAbove: 50_000 })
})
afterAll(() => harness.close())
beforeEach(async () => {
  await harness.simulator.faults({ dropWebhooks: true })
  harness.clock.advance(24 * 60 * minute)
})

interface Decided {
  ok: boolean
  code?: string
}
type Decide = (tx: Transaction) => Promise<Decided>

const by = newId()
const decision = { by, reason: 'conferido' }
const refused: Partial<PaymentProvider> = {
  refund: async () => ({ ok: false, code: 'refused' }),
  createPix: async () => ({ ok: false, code: 'refused' }),
}
const today = () => harness.clock.now().toISOString().slice(0, 10)

async function settle() {
  harness.clock.advance(31 * second)
  await harness.payments.reconcile()
  await harness.work()
}

async function paid(amount = 10_000) {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 1, amount })
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  harness.clock.advance(second)
  const { id } = await harness.simulator.act(reference, 'approve')
  await settle()
  return { chargeId, reference, providerId: String(id) }
}

/** Asks for a refund that a second person has to approve; returns the decisions of two, and how many refunds there are then. */
async function askedRefund() {
  const { chargeId } = await paid(60_000)
  const asked = await harness.database.transaction((tx) =>
    harness.payments.requestTeamRefund(tx, { kind: 'charge', subjectId: chargeId, ...decision }),
  )
  const approvalId = (asked.ok && asked.value.approvalId) || ''
  const decide =
    (approve: boolean): Decide =>
    (tx) =>
      harness.payments.decideRefundApproval(tx, { approvalId, approve, by: newId() })
  return {
    ...{ approve: decide(true), decline: decide(false) },
    refunds: (count: number) => async () =>
      expect(await harness.query('select 1 from refunds where charge_id = $1', [chargeId])).toHaveLength(
        count,
      ),
  }
}

/** Records a payment that came by hand, of one instalment; above the limit it waits for a second person. */
async function byHand(amount: number) {
  const { orderId, instalmentIds } = await harness.customer({ instalments: 1, amount })
  const recorded = await harness.database.transaction((tx) =>
    harness.payments.recordManualPayment(tx, {
      ...{
        key: newId(),
        receivedOn: today(),
        channel: 'transfer',
        protocol: 'TED 4471',
        payerKind: 'person',
      },
      ...{ instalmentIds, amount, ...decision },
    }),
  )
  if (!recorded.ok) throw new Error(recorded.code)
  return { orderId, instalmentIds, manualPaymentId: recorded.value.id }
}

/** Records a manual payment that waits for a second person; returns the decisions of two, and the status of its instalment then. */
async function waitingByHand() {
  const { instalmentIds, manualPaymentId } = await byHand(60_000)
  const decide =
    (approve: boolean): Decide =>
    (tx) =>
      harness.payments.decideManualPayment(tx, { manualPaymentId, approve, payerKind: 'person', by: newId() })
  return {
    ...{ approve: decide(true), decline: decide(false) },
    instalment: (status: string) => async () => {
      expect(await harness.statuses(instalmentIds)).toEqual([status])
      const booked = await harness.query('select 1 from provider_payments where provider_id = $1', [
        manualPaymentId,
      ])
      expect(booked).toHaveLength(status === 'paid' ? 1 : 0)
    },
  }
}

async function stray(amount: number): Promise<string> {
  const { id } = await harness.simulator.stray({ amount })
  await settle()
  const [credit] = await harness.query<{ id: string }>(
    'select c.id from credits c join provider_payments p on p.id = c.provider_payment_id where p.provider_id = $1',
    [String(id)],
  )
  return credit?.id ?? ''
}

/**
 * Creates a payment that exceeds the amount owed by R$ 50,00, which are a credit, and of which R$ 20,00 were refunded at the
 * panel. Returns the decision that records this refund, and an instalment that the credit could pay.
 */
async function paidMore() {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 2 })
  const [first = '', other = ''] = instalmentIds
  const started = await harness.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!started.ok) throw new Error(started.code)
  const { chargeId } = started.value
  const { reference } = await harness.charge(chargeId)
  harness.clock.advance(second)
  const { id } = await harness.simulator.act(reference, 'approve', { amount: 150 })
  await settle()
  harness.clock.advance(second)
  await harness.simulator.act(reference, 'refund', { amount: 20 })
  const said = await harness.provider.get(String(id))
  if (!said.ok) throw new Error(said.code)
  const recordReturn: Decide = async (tx) => {
    const now = harness.clock.now()
    const { deps } = depsIn(tx, [harness.provider], now)
    await settleReport(deps, { provider: 'mercado-pago', report: said.value, cause: 'check', now })
    return { ok: true }
  }
  return { creditId: await harness.openItem('credit', chargeId), other, recordReturn }
}

/** Runs the second decision until it waits or is done, after the first has decided and before it commits. */
async function atOnce(decisions: readonly [Decide, Decide]): Promise<Decided[]> {
  let other: Promise<Decided> | undefined
  const first = await holdTransaction(harness.database, async (tx) => {
    const decided = await decisions[0](tx)
    let isDone = false
    other = harness.database.transaction(decisions[1]).finally(() => {
      isDone = true
    })
    for (let isWaiting = false; !isWaiting && !isDone; ) {
      const waiting = await harness.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      isWaiting = waiting.length > 0
    }
    return decided
  })
  return [first, ...(other ? [await other] : [])]
}

interface Race {
  decisions: readonly [Decide, Decide]
  refusal: string
  /** Expects what the one decision did. */
  done?: () => Promise<void>
}

/** Pairs of decisions that exclude each other, and the refusal of the second one. */
const raced: Record<string, () => Promise<Race>> = {
  'the same payout, twice': async () => {
    await stray(10)
    const payout = { provider: 'mercado-pago', amount: 100, reference: `extrato-${newId()}`, by }
    const decide: Decide = (tx) => harness.payments.recordPayout(tx, payout)
    return { decisions: [decide, decide], refusal: 'repeated' }
  },
  'two payouts of more than half the balance': async () => {
    await stray(10)
    const balance = (await harness.payments.balances()).get('provider:mercado-pago') ?? 0
    const decide: Decide = (tx) =>
      harness.payments.recordPayout(tx, {
        ...{ provider: 'mercado-pago', amount: balance - 1, reference: `extrato-${newId()}`, by },
      })
    return { decisions: [decide, decide], refusal: 'insufficient_balance' }
  },
  'a credit refunded, and dismissed': async () => {
    const creditId = await stray(10)
    return {
      decisions: [
        (tx) => harness.payments.refundCredit(tx, { creditId, ...decision }),
        (tx) => harness.payments.dismissCredit(tx, { creditId, ...decision }),
      ],
      refusal: 'not_open',
    }
  },
  'a return that may have been the credit’s recorded, and the credit dismissed': async () => {
    const { creditId, recordReturn } = await paidMore()
    return {
      decisions: [recordReturn, (tx) => harness.payments.dismissCredit(tx, { creditId, ...decision })],
      refusal: 'unattributed_return',
    }
  },
  'a return that may have been the credit’s recorded, and the credit applied': async () => {
    const { creditId, other, recordReturn } = await paidMore()
    const what = { creditId, instalmentIds: [other], forgive: true, ...decision }
    return {
      decisions: [recordReturn, (tx) => harness.payments.applyCredit(tx, what)],
      refusal: 'unattributed_return',
    }
  },
  'a chargeback reviewed with and without the debt': async () => {
    const { reference, providerId } = await paid()
    await harness.simulator.act(reference, 'chargeback')
    await settle()
    const items = await harness.payments.openItems({ limit: 1000 })
    const { id: paymentId = '' } = items.find(({ detail }) => detail?.startsWith(`${providerId} `)) ?? {}
    const review =
      (reinstateDebt: boolean): Decide =>
      (tx) =>
        harness.payments.reviewPayment(tx, { paymentId, reinstateDebt, ...decision })
    return { decisions: [review(true), review(false)], refusal: 'nothing_to_review' }
  },
  'a refused refund retried, and given up': async () => {
    const creditId = await stray(10)
    await harness.database.transaction((tx) => harness.payments.refundCredit(tx, { creditId, ...decision }))
    const [row] = await harness.query<{ id: string }>('select id from refunds where credit_id = $1', [
      creditId,
    ])
    const refundId = row?.id ?? ''
    harness.queue.length = 0
    await harness.build(refused).jobs['refunds.issue'].run({ refundId })
    const decide =
      (retry: boolean): Decide =>
      (tx) =>
        harness.payments.decideRefund(tx, { refundId, retry })
    return { decisions: [decide(true), decide(false)], refusal: 'not_failed' }
  },
  'a refused charge reviewed twice': async () => {
    const { viewer, instalmentIds } = await harness.customer({ instalments: 1 })
    await harness.build(refused).startCharge({ viewer, instalmentIds })
    const [row] = await harness.query<{ id: string }>(
      `select id from charges where user_id = $1 and status = 'failed'`,
      [viewer.id],
    )
    const review: Decide = (tx) => harness.payments.reviewCharge(tx, { chargeId: row?.id ?? '' })
    return { decisions: [review, review], refusal: 'not_failed' }
  },
  'a part of a charge refunded twice': async () => {
    const { chargeId } = await paid()
    const ask: Decide = (tx) =>
      harness.payments.requestTeamRefund(tx, {
        ...{ kind: 'charge', subjectId: chargeId, amount: 4_000, seenRest: 10_000, ...decision },
      })
    return { decisions: [ask, ask], refusal: 'changed_meanwhile' }
  },
  'a part of a return attributed twice': async () => {
    const one = await harness.customer({ instalments: 1 })
    const other = await harness.customer({ instalments: 1, sameAs: one })
    const instalmentIds = [one.first, other.first]
    const started = await harness.payments.startCharge({ viewer: one.viewer, instalmentIds })
    if (!started.ok) throw new Error(started.code)
    const { reference } = await harness.charge(started.value.chargeId)
    harness.clock.advance(second)
    await harness.simulator.act(reference, 'approve')
    await settle()
    await harness.simulator.act(reference, 'refund', { amount: 100 })
    await settle()
    const refundId = await harness.openItem('return', started.value.chargeId)
    const part = { refundId, targets: [one.first], amount: 4_000, seenRest: 10_000, ...decision }
    const attribute: Decide = (tx) => harness.payments.attributeReturn(tx, part)
    return { decisions: [attribute, attribute], refusal: 'changed_meanwhile' }
  },
  'a day accepted twice': async () => {
    await harness.simulator.stray({ amount: 10, external_reference: 'PARC_0123abcd' })
    const day = today()
    await harness.closeDay(day)
    // What is not decided of it is no difference of a later test's day.
    harness.clock.advance(24 * 60 * 60_000)
    const accept: Decide = (tx) =>
      harness.payments.acceptClose(tx, { provider: 'mercado-pago', day, ...decision })
    return { decisions: [accept, accept], refusal: 'not_open' }
  },
  'a refund approved twice': async () => {
    const { approve, refunds } = await askedRefund()
    return { decisions: [approve, approve], refusal: 'not_open', done: refunds(1) }
  },
  'a refund approved, and declined': async () => {
    const { approve, decline, refunds } = await askedRefund()
    return { decisions: [approve, decline], refusal: 'not_open', done: refunds(1) }
  },
  'a refund declined, and approved': async () => {
    const { approve, decline, refunds } = await askedRefund()
    return { decisions: [decline, approve], refusal: 'not_open', done: refunds(0) }
  },
  'a manual payment approved twice': async () => {
    const { approve, instalment } = await waitingByHand()
    return { decisions: [approve, approve], refusal: 'not_open', done: instalment('paid') }
  },
  'a manual payment approved, and declined': async () => {
    const { approve, decline, instalment } = await waitingByHand()
    return { decisions: [approve, decline], refusal: 'not_open', done: instalment('paid') }
  },
  'a manual payment declined, and approved': async () => {
    const { approve, decline, instalment } = await waitingByHand()
    return { decisions: [decline, approve], refusal: 'not_open', done: instalment('pending') }
  },
  'a manual refund recorded twice': async () => {
    const { orderId, instalmentIds } = await byHand(10_000)
    await harness.database.transaction((tx) =>
      harness.payments.refundOrder(tx, { orderId, origin: 'team', ...decision }),
    )
    await settle()
    const duties = harness.payments.obligations.find(({ kind }) => kind === 'refund.transfer')
    const [duty] = (await duties?.open({ after: undefined, limit: 50 })) ?? []
    const refundId = duty?.id ?? ''
    const record =
      (protocol: string): Decide =>
      (tx) =>
        harness.payments.recordManualRefund(tx, {
          ...{ refundId, amount: 10_000, sentOn: today(), channel: 'transfer', protocol, ...decision },
        })
    return {
      decisions: [record('TED 1'), record('TED 2')],
      refusal: 'not_open',
      async done() {
        expect(
          await harness.query('select protocol from manual_refunds where refund_id = $1', [refundId]),
        ).toEqual([{ protocol: 'TED 1' }])
        await harness.work()
        expect(await harness.statuses(instalmentIds)).toEqual(['refunded'])
      },
    }
  },
}

test.each(Object.entries(raced))(
  '%s, by two people at once: one decides, the other is informed',
  async (_, prepare) => {
    const { decisions, refusal, done } = await prepare()
    const decided = await atOnce(decisions)
    expect(decided.map(({ ok, code }) => (ok ? 'ok' : code)).sort()).toEqual([refusal, 'ok'].sort())
    await done?.()
    harness.queue.length = 0
    expect(await harness.payments.checkBooks()).toEqual([])
  },
)

test('money booked while a day is compared is no difference of that day', async () => {
  const { chargeId, reference } = await paid()
  const day = today()
  const late = await harness.customer({ instalments: 1 })
  const started = await harness.payments.startCharge({
    viewer: late.viewer,
    instalmentIds: late.instalmentIds,
  })
  if (!started.ok) throw new Error(started.code)
  const { reference: open } = await harness.charge(started.value.chargeId)
  let isFirst = true
  // Between the provider's list and the reading of the books, a payment and a refund are made and booked.
  const between = async () => {
    if (!isFirst) return
    isFirst = false
    harness.clock.advance(second)
    await harness.simulator.act(open, 'approve')
    await harness.simulator.act(reference, 'refund')
    await harness.payments.settleCharge(started.value)
    await harness.payments.settleCharge({ chargeId })
  }
  const tomorrow = { now: () => new Date(harness.clock.now().getTime() + 24 * 60 * minute) }
  const closing = harness.build(
    {
      list: async (query) => {
        const answer = await harness.provider.list(query)
        if (query.by === 'change') await between()
        return answer
      },
    },
    tomorrow,
  )
  const closed = await closing.closeDay({ day })
  const closes = closed.ok ? closed.value : []
  expect(closes.map(({ provider }) => provider)).toContain('mercado-pago')
  for (const close of closes) expect(close).toMatchObject({ status: 'agrees', differences: [] })
  expect(isFirst).toBe(false)
})

test.each([
  ['refunded', 'undone'],
  ['undone', 'refunded'],
] as const)(
  'a manual payment that is %s while it is being %s is either returned or owed again, never both',
  async (...order) => {
    const { orderId, instalmentIds, manualPaymentId } = await byHand(10_000)
    const decide: Record<(typeof order)[number], Decide> = {
      async refunded(tx) {
        const { requested } = await harness.payments.refundOrder(tx, { orderId, origin: 'team', ...decision })
        return { ok: requested > 0 }
      },
      undone: (tx) =>
        harness.payments.undoManualPayment(tx, {
          ...{ manualPaymentId, cancelledOrders: [], ...decision },
        }),
    }
    const [first, other] = await atOnce([decide[order[0]], decide[order[1]]])
    expect([first?.ok, other?.ok]).toEqual([true, false])
    await settle()
    const owed = (await harness.statuses(instalmentIds)).filter((status) => status === 'pending').length
    const returned = await harness.query(
      'select 1 from refunds r join provider_payments p on p.id = r.provider_payment_id where p.provider_id = $1 and r.origin = $2',
      [manualPaymentId, 'team'],
    )
    expect(owed + returned.length).toBe(1)
    expect(await harness.payments.checkBooks()).toEqual([])
  },
)
