// Databases: postgres. What a customer and two members of the team arrange of one order, often two acts at once, with late charges,
// discounts for early payment and an amount from which a second person decides.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, todayInSaoPaulo } from '../../../src/core/calendar.ts'
import { DAY } from '../../../src/core/durations.ts'
import { sum } from '../../../src/core/money.ts'
import { findPayment } from '../../../src/modules/payments/payments/store.server.ts'
import { claimsOf } from '../../../src/modules/payments/refunds/claims-store.server.ts'
import { refundsOfPayment } from '../../../src/modules/payments/refunds/store.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

/** Centavos that one member gives back alone, of R$ 100,00 an instalment. */
const limit = 15_000
let harness: PaymentsHarness
beforeAll(async () => {
  const terms = { lateFee: 200, lateInterest: 100, earlyPayoff: true }
  harness = await startPaymentsHarness({ testDatabase, terms, approvalAbove: limit })
})
afterAll(() => harness.close())

const within = <T>(decide: (tx: Transaction) => Promise<T>) => harness.database.transaction(decide)
const amountsOf = (rows: readonly { amount: number }[]) => sum(rows.map(({ amount }) => amount))
const evidence = { ip: '203.0.113.7', userAgent: 'x' }
const members = [newId(), newId()]

interface Drawn {
  act: number
  at: number
  isOther: boolean
  isAtOnce: boolean
}
/** With the member who acts. */
type Act = Drawn & { by: string }
const drawn: fc.Arbitrary<Drawn> = fc.record({
  act: fc.nat(999),
  at: fc.nat(5),
  isOther: fc.boolean(),
  isAtOnce: fc.boolean(),
})

/** Creates an order of five instalments, two of them paid and one overdue; what may be done with it; and what must be true of it. */
async function startHistory() {
  await harness.simulator.reset()
  await harness.simulator.faults({ dropWebhooks: true })
  await harness.query('update charges set next_check_at = null')
  harness.queue.length = 0
  harness.clock.advance(40 * DAY)
  const { payments, simulator } = harness
  const since = harness.clock.now()
  const later = (days: number) => addDays(todayInSaoPaulo(harness.clock.now()), days)
  const { viewer, orderId } = await harness.customer({
    ...{ instalments: 5, due: (index: number) => later(index * 20 - 50) },
    rate: { hundredths: 500, period: 'month' },
  })
  const userId = viewer.id
  let contracted = 50_000
  const of = <T>(rows: readonly T[], at: number): T | undefined => rows[at % Math.max(1, rows.length)]
  const open = () => payments.pendingOf({ userId, documento: viewer.documento })
  const items = async (kind: string) =>
    (await payments.openItems({ limit: 1_000 })).filter((item) => item.kind === kind && item.since >= since)

  const decide = (by: string) => ({ by, reason: 'conferido' })
  const firstOpen = async (count: number) => (await open()).slice(0, count).map(({ id }) => id)

  // What is not possible is refused, and never throws.
  const code = async ({ at }: Act) =>
    payments.startCharge({ viewer, instalmentIds: await firstOpen(1 + (at % 3)) })
  async function pay({ at, isOther }: Act) {
    const codes = (await simulator.payments()).filter(({ status }) => status === 'pending')
    const reference = of(codes, at)?.external_reference ?? ''
    const text = 'select amount from charges where reference = $1'
    const [charge] = await harness.query<{ amount: string }>(text, [reference])
    const amount = (Number(charge?.amount) + (isOther ? (at - 2) * 100 : 0)) / 100
    // Refused when another act paid or cancelled it at the same time.
    if (charge) await simulator.act(reference, 'approve', { amount }).catch(() => undefined)
  }
  async function payByLink({ at }: Act) {
    const link = await payments.createPayerLink({ userId, instalmentId: of(await open(), at)?.id ?? '' })
    const token = link.ok ? (link.value.url.split('/').at(-1) ?? '') : ''
    return payments.chargeByPayerLink({ token, ip: evidence.ip })
  }
  async function postpone({ at }: Act) {
    const which = { userId, instalmentId: of(await open(), at)?.id ?? '' }
    const offer = await payments.postponementOf(which)
    if (offer.ok) await payments.postponeInstalment({ ...which, to: offer.value.latest, evidence })
  }
  async function renegotiate({ at, isOther }: Act) {
    const found = await payments.openScheduleOf({ orderId, on: later(0) })
    if (!found) return
    const count = Math.min(1 + (at % 3), found.total)
    const whole = isOther ? found.total + found.maxSurcharge : Math.max(count, found.total - 1_001)
    const rows = Array.from({ length: count }, (_, index) => ({
      ...{ number: found.lastNumber + index + 1, method: 'pix' as const, dueDate: later(index * 10) },
      amount: Math.floor(whole / count) + (index < whole % count ? 1 : 0),
    }))
    const schedule = { id: newId(), orderId, replaced: found.instalments, rows }
    const done = await within((tx) => payments.replaceSchedule(tx, schedule))
    if (done.ok) contracted += done.value.difference
  }
  const withdraw = ({ at }: Act) =>
    within(async (tx) => {
      if (at > 1) return
      await payments.cancelInstalments(tx, { orderId })
      await payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'arrependimento' })
    })
  async function record({ at, isOther, by }: Act) {
    const instalmentIds = await firstOpen(1 + (at % 2))
    const amount = isOther ? 9_000 : 10_000 * instalmentIds.length
    const money = {
      amount,
      receivedOn: later(0),
      channel: 'cash',
      protocol: '1',
      payerKind: 'person',
    } as const
    const what = { key: newId(), instalmentIds, ...money, ...decide(by) }
    return within((tx) => payments.recordManualPayment(tx, what))
  }
  async function approve({ at, isOther, by }: Act) {
    const decision = { approve: isOther, payerKind: 'person', by } as const
    const manualPaymentId = of(await items('manual'), at)?.id
    if (manualPaymentId)
      return within((tx) => payments.decideManualPayment(tx, { manualPaymentId, ...decision }))
    const approvalId = of(await items('approval'), at)?.id ?? ''
    return within((tx) => payments.decideRefundApproval(tx, { approvalId, ...decision }))
  }
  async function apply({ at, isOther: forgive, by }: Act) {
    const creditId = of(await items('credit'), at)?.id
    const instalmentIds = await firstOpen(1 + (at % 2))
    const what = { creditId: creditId ?? newId(), instalmentIds, forgive, ...decide(by) }
    return within((tx) => payments.applyCredit(tx, what))
  }
  async function refund({ at, isOther, by }: Act) {
    const subjectId = of(await payments.paidOf({ userId }), at)?.paidBy ?? newId()
    const request = { kind: 'charge', subjectId, ...(isOther && { amount: 4_000 }), ...decide(by) } as const
    return within((tx) => payments.requestTeamRefund(tx, request))
  }
  async function transfer({ by }: Act) {
    const [item] = await items('transfer')
    const sent = { sentOn: later(0), channel: 'cash', protocol: '1', ...decide(by) }
    const what = { refundId: item?.id ?? '', amount: item?.amount ?? 0, ...sent }
    return within((tx) => payments.recordManualRefund(tx, what))
  }
  const wait = async ({ at }: Act) => harness.clock.advance(at * 5 * DAY)
  const often = [code, code, code, pay, pay, pay, pay, apply, apply, apply, refund, refund, refund]
  const choices = [
    ...often,
    record,
    record,
    approve,
    approve,
    payByLink,
    postpone,
    renegotiate,
    withdraw,
    transfer,
    wait,
  ]

  async function expectLaws() {
    expect(await payments.checkBooks()).toEqual([])
    const rows = await payments.ofOrder({ orderId })
    expect(amountsOf(rows.filter(({ isRenegotiated }) => !isRenegotiated))).toBe(contracted)
    const own = await harness.query<{ id: string }>(
      'select p.id from provider_payments p join charges c on c.id = p.charge_id where c.user_id = $1 and p.received_at is not null',
      [userId],
    )
    for (const { id } of own) {
      const payment = await findPayment(harness.database, id)
      if (!payment) throw new Error(`payment ${id} vanished`)
      const rests = (await claimsOf(harness.database, payment, { counting: 'done' })).map(({ rest }) => rest)
      const returned = (await refundsOfPayment(harness.database, id)).filter(
        ({ status }) => status === 'done',
      )
      expect(sum(rests), 'a payment is for as much as is left of it').toBe(
        payment.amount - amountsOf(returned),
      )
    }
    // Refunds of approvals are of the same instant.
    const alone = await harness.query<{ amount: string; at: Date }>(
      `select r.amount, r.created_at as at from refunds r join charges c on c.id = r.charge_id
        where c.user_id = $1 and r.origin = 'team' and r.created_at not in (
          select decided_at from refund_approvals where is_approved)`,
      [userId],
    )
    for (const { at: first } of alone) {
      const window = alone.filter(({ at }) => at >= first && at.getTime() < first.getTime() + 30 * DAY)
      expect(
        sum(window.map(({ amount }) => Number(amount))),
        'refunded alone in thirty days',
      ).toBeLessThanOrEqual(limit)
    }
  }
  async function settle() {
    harness.clock.advance(31 * second)
    await payments.reconcile()
    for (let turn = 0; turn < 3; turn++) await harness.work()
  }
  const perform = (one: Drawn) =>
    choices[one.act % choices.length]?.({ ...one, by: members[one.at % 2] ?? '' })
  for (const id of await firstOpen(2)) {
    await payments.startCharge({ viewer, instalmentIds: [id] })
    await pay({ act: 0, at: 0, isOther: false, isAtOnce: false, by: '' })
    await settle()
  }
  return { perform, settle, expectLaws }
}

test('whatever is arranged of an order, also two things at once, adds up to its contract and to its money', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 12, maxLength: 24 }), async (steps) => {
      const { perform, settle, expectLaws } = await startHistory()
      const left = [...steps]
      while (left.length > 0) {
        const [one, other] = left
        if (!one) break
        // Also the same act of the other member.
        const together = one.isAtOnce && other ? [one, { ...one, at: one.at + 1 }, other] : [one]
        left.splice(0, one.isAtOnce ? 2 : 1)
        harness.clock.advance(second)
        await Promise.all(together.map(perform))
        if (one.isOther) await settle()
      }
      await settle()
      await expectLaws()
    }),
    { numRuns: Number(process.env.STORY_RUNS ?? 4) },
  )
}, 240_000)
