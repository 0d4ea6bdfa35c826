// Databases: one
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { minute, type PaymentsHarness, second, startPaymentsHarness } from './payments-harness.ts'

let harness: PaymentsHarness
beforeAll(async () => {
  harness = await startPaymentsHarness({
    testDatabase,
    approvalAbove: 50_000,
    terms: { lateFee: 200, lateInterest: 100, earlyPayoff: false },
  })
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

const by = newId()
const reason = 'transferiu para a conta da empresa'
const today = () => harness.clock.now().toISOString().slice(0, 10)
const daysAgo = (days: number) =>
  new Date(harness.clock.now().getTime() - days * 24 * 60 * minute).toISOString().slice(0, 10)

interface RecordInput {
  instalmentIds: readonly string[]
  amount: number
  receivedOn?: string
  channel?: string
  protocol?: string
  key?: string
  member?: string
}

function record({ member = by, ...input }: RecordInput) {
  harness.clock.advance(second)
  return harness.database.transaction((tx) =>
    harness.payments.recordManualPayment(tx, {
      ...{ key: newId(), receivedOn: today(), channel: 'transfer', protocol: 'TED 4471', ...input },
      ...{ payerKind: 'person', by: member, reason },
    }),
  )
}

async function recorded(input: RecordInput): Promise<string> {
  const result = await record(input)
  if (!result.ok) throw new Error(result.code)
  return result.value.id
}

function undo(manualPaymentId: string, cancelledOrders: string[] = []) {
  harness.clock.advance(second)
  return harness.database.transaction((tx) =>
    harness.payments.undoManualPayment(tx, {
      manualPaymentId,
      cancelledOrders,
      by,
      reason: 'era de outra pessoa',
    }),
  )
}

function withdraw(orderId: string) {
  return harness.database.transaction(async (tx) => {
    await harness.payments.cancelInstalments(tx, { orderId })
    return harness.payments.refundOrder(tx, { orderId, origin: 'withdrawal', reason: 'arrependimento' })
  })
}

async function settle() {
  harness.clock.advance(31 * second)
  await harness.payments.reconcile()
  await harness.work()
}

/** Returns a due date far ahead, so that nothing is late. */
const ahead = (index: number) => `2030-0${index + 1}-10`

const paymentOf = async (manualId: string) => {
  const [row] = await harness.query<{ id: string; state: string; charge_id: string; concern: string | null }>(
    `select id, state, charge_id, concern from provider_payments where provider = 'manual' and provider_id = $1`,
    [manualId],
  )
  if (!row) throw new Error('no payment')
  return row
}

const dutiesOf = async (kind: string) => {
  const source = harness.payments.obligations.find((one) => one.kind === kind)
  return (await source?.open({ after: undefined, limit: 50 })) ?? []
}

test('a payment is undone also by a process whose clock is behind that of the one that recorded it', async () => {
  const { instalmentIds } = await harness.customer({ instalments: 1, amount: 40_000, due: ahead })
  const id = await recorded({ instalmentIds, amount: 40_000 })
  harness.clock.advance(-30 * second)
  expect(await undo(id)).toEqual({ ok: true, value: 40_000 })
  expect(await paymentOf(id)).toMatchObject({ state: 'charged_back' })
})

test('a manual payment pays its instalments like any other, on its own day, and closes with that day', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 3, due: ahead })
  const [first = '', other = ''] = instalmentIds
  const started = await harness.payments.startCharge({ viewer, instalmentIds: [first] })
  if (!started.ok) throw new Error(started.code)
  const day = daysAgo(3)
  await harness.query("update payments set created_at = created_at - interval '5 days' where id = any($1)", [
    instalmentIds,
  ])
  const id = await recorded({
    instalmentIds: [first, other],
    amount: 20_000,
    receivedOn: day,
    channel: 'cash',
  })

  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid', 'pending'])
  const payment = await paymentOf(id)
  expect(payment).toMatchObject({ state: 'approved', concern: null })
  const posted = await harness.query<{ day: string; kind: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day, kind from ledger_transactions where key = $1`,
    [`receipt:${payment.id}`],
  )
  expect(posted).toEqual([{ day, kind: 'receipt' }])
  const paid = await harness.payments.paidOf({ userId: viewer.id })
  expect(paid.map(({ byHand }) => byHand)).toEqual([
    { id, channel: 'cash' },
    { id, channel: 'cash' },
  ])
  const settled = await harness.payments.lastSettledCharge({ userId: viewer.id })
  expect(settled).toMatchObject({ received: 20_000, byHand: { channel: 'cash' } })
  // The open code is cancelled at the provider.
  await harness.work()
  expect((await harness.charge(started.value.chargeId)).status).toBe('cancelled')
  expect(await harness.payments.checkBooks()).toEqual([])
  const closed = await harness.closeDay(day)
  expect(closed.ok && closed.value.find(({ provider }) => provider === 'manual')).toMatchObject({
    ...{ status: 'agrees', theirs: expect.any(Number) },
  })
})

test('the same form is one payment, however often and closely it is sent', async () => {
  const { instalmentIds } = await harness.customer({ instalments: 2, due: ahead })
  const input = { instalmentIds: [instalmentIds[0] ?? ''], amount: 10_000, key: newId() }
  const all = await Promise.all([record(input), record(input), record(input)])
  const ids = all.map((one) => (one.ok ? one.value.id : one.code))
  expect(new Set(ids).size).toBe(1)
  expect(await record({ ...input, amount: 9_000 })).toMatchObject({ ok: false, code: 'key_reused' })
  // The same key in another member's form counts as a different form.
  expect(await record({ ...input, member: newId() })).toMatchObject({ ok: false, code: 'not_payable' })
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'pending'])
})

test('checks the fields of a manual payment', async () => {
  const { instalmentIds } = await harness.customer({ instalments: 1, due: ahead })
  const other = await harness.customer({ instalments: 1, due: ahead })
  const input = { instalmentIds, amount: 10_000 }
  const code = async (change: Partial<RecordInput>) => {
    const result = await record({ ...input, ...change })
    return result.ok ? 'ok' : result.code
  }
  expect(await code({ instalmentIds: [] })).toBe('nothing_selected')
  expect(await code({ instalmentIds: ['x'] })).toBe('not_found')
  expect(await code({ instalmentIds: [newId()] })).toBe('not_found')
  expect(await code({ instalmentIds: [...instalmentIds, ...other.instalmentIds] })).toBe('not_found')
  expect(await code({ amount: 0 })).toBe('invalid_amount')
  expect(await code({ amount: 0.5 })).toBe('invalid_amount')
  expect(await code({ receivedOn: daysAgo(-1) })).toBe('invalid_date')
  expect(await code({ receivedOn: 'ontem' })).toBe('invalid_date')
  expect(await code({ channel: 'pombo' })).toBe('invalid_channel')
  expect(await code({ protocol: ' ' })).toBe('no_evidence')
  expect(await code({ protocol: 'x'.repeat(301) })).toBe('invalid_protocol')
  expect(await code({})).toBe('ok')
  expect(await code({})).toBe('not_payable')
})

test('late charges count up to the day of the money; a member may waive them', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 2, due: () => daysAgo(40) })
  const [first = '', second_ = ''] = instalmentIds
  // R$ 100,00, overdue for 40 days: late charges of 2,00 and 1,33.
  await recorded({ instalmentIds: [first], amount: 10_333 })
  await recorded({ instalmentIds: [second_], amount: 10_000 })
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  const paid = await harness.payments.paidOf({ userId: viewer.id })
  expect(paid.map(({ total }) => total).toSorted()).toEqual([10_000, 10_333])
  expect(await harness.payments.creditsOf({ userId: viewer.id })).toEqual([])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('too little money pays nothing and waits for a decision; too much leaves a credit', async () => {
  const less = await harness.customer({ instalments: 1, due: ahead })
  const result = await record({ instalmentIds: less.instalmentIds, amount: 6_000 })
  expect(result).toMatchObject({ ok: true, value: { isLess: true } })
  expect(await harness.statuses(less.instalmentIds)).toEqual(['pending'])
  expect(await harness.payments.creditsOf({ userId: less.viewer.id })).toMatchObject([
    { amount: 6_000, reason: 'partial' },
  ])
  expect(await record({ instalmentIds: less.instalmentIds, amount: 4_000 })).toMatchObject({
    code: 'under_review',
  })
  const more = await harness.customer({ instalments: 1, due: ahead })
  await recorded({ instalmentIds: more.instalmentIds, amount: 12_000 })
  expect(await harness.payments.creditsOf({ userId: more.viewer.id })).toMatchObject([
    { amount: 2_000, reason: 'excess' },
  ])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('a code paid after the manual payment becomes a credit', async () => {
  const { viewer, instalmentIds } = await harness.customer({ instalments: 1, due: ahead })
  const started = await harness.payments.startCharge({ viewer, instalmentIds })
  if (!started.ok) throw new Error(started.code)
  const { reference } = await harness.charge(started.value.chargeId)
  await recorded({ instalmentIds, amount: 10_000 })
  await harness.simulator.act(reference, 'approve')
  await settle()
  expect(await harness.payments.creditsOf({ userId: viewer.id })).toMatchObject([
    { amount: 10_000, reason: 'duplicate' },
  ])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('above a limit another member approves the record as it is or declines it; its author cannot', async () => {
  const { instalmentIds } = await harness.customer({ instalments: 1, amount: 60_000, due: ahead })
  const key = newId()
  const input = { instalmentIds, amount: 60_000, key }
  const asked = await record(input)
  expect(asked).toMatchObject({ ok: true, value: { isWaiting: true } })
  expect(await record(input)).toEqual(asked)
  const id = asked.ok ? asked.value.id : ''
  expect(await harness.statuses(instalmentIds)).toEqual(['pending'])
  expect((await dutiesOf('payment.approve')).map((duty) => duty.id)).toContain(id)
  const decide = (approve: boolean, member: string) =>
    harness.database.transaction((tx) =>
      harness.payments.decideManualPayment(tx, {
        ...{ manualPaymentId: id, approve, payerKind: 'person' as const, by: member },
      }),
    )
  expect(await decide(true, by)).toMatchObject({ ok: false, code: 'own_request' })
  const twice = await Promise.all([decide(true, newId()), decide(true, newId())])
  expect(twice.map(({ ok: isOk }) => isOk).toSorted()).toEqual([false, true])
  expect(await harness.statuses(instalmentIds)).toEqual(['paid'])
  expect((await dutiesOf('payment.approve')).map((duty) => duty.id)).not.toContain(id)
  expect(await decide(false, by)).toMatchObject({ ok: false, code: 'not_open' })

  const other = await harness.customer({ instalments: 1, amount: 60_000, due: ahead })
  const declined = await recorded({ instalmentIds: other.instalmentIds, amount: 60_000 })
  await harness.database.transaction((tx) =>
    harness.payments.decideManualPayment(tx, {
      ...{ manualPaymentId: declined, approve: false, payerKind: 'person' as const, by },
    }),
  )
  expect(await harness.statuses(other.instalmentIds)).toEqual(['pending'])
  expect(await undo(declined)).toMatchObject({ ok: false, code: 'not_open' })
})

test('cash that awaits approval is booked even if its instalment was paid by Pix or withdrawn from meanwhile', async () => {
  const approve = (manualPaymentId: string) =>
    harness.database.transaction((tx) =>
      harness.payments.decideManualPayment(tx, {
        ...{ manualPaymentId, approve: true, payerKind: 'person' as const, by: newId() },
      }),
    )
  const paid = await harness.customer({ instalments: 1, amount: 60_000 })
  const started = await harness.payments.startCharge({
    viewer: paid.viewer,
    instalmentIds: paid.instalmentIds,
  })
  if (!started.ok) throw new Error(started.code)
  const first = await recorded({ instalmentIds: paid.instalmentIds, amount: 60_000 })
  await harness.simulator.act((await harness.charge(started.value.chargeId)).reference, 'approve')
  await settle()
  expect(await approve(first)).toMatchObject({ ok: true })
  expect(await harness.payments.creditsOf({ userId: paid.viewer.id })).toMatchObject([
    { amount: 60_000, reason: 'duplicate' },
  ])

  const withdrawn = await harness.customer({ instalments: 1, amount: 60_000 })
  const other = await recorded({ instalmentIds: withdrawn.instalmentIds, amount: 60_000 })
  expect(await withdraw(withdrawn.orderId)).toMatchObject({ requested: 0 })
  expect(await approve(other)).toMatchObject({ ok: true })
  await settle()
  // What is received for a cancelled instalment goes back by itself: a person transfers it.
  const [duty] = await dutiesOf('refund.transfer')
  expect(duty).toMatchObject({ amount: 60_000 })
  const mail = harness.outbox.find(
    ({ kind, userId }) => kind === 'credit.kept' && userId === withdrawn.viewer.id,
  )
  expect(mail?.text).toContain('nossa equipe fala com você em até')
  expect(mail?.text).not.toContain('a conta ou o cartão de onde saiu')
  const transfer = { refundId: duty?.id ?? '', amount: 60_000, sentOn: today(), channel: 'transfer' }
  await harness.database.transaction((tx) =>
    harness.payments.recordManualRefund(tx, { ...transfer, protocol: 'TED 9', by, reason }),
  )
  await settle()
  expect(await dutiesOf('refund.transfer')).toEqual([])
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('a form whose payment was declined or undone is not answered as recorded when sent again', async () => {
  const { instalmentIds } = await harness.customer({ instalments: 1, amount: 60_000 })
  const input = { instalmentIds, amount: 60_000, key: newId() }
  const id = await recorded(input)
  await harness.database.transaction((tx) =>
    harness.payments.decideManualPayment(tx, {
      ...{ manualPaymentId: id, approve: false, payerKind: 'person' as const, by: newId() },
    }),
  )
  expect(await record(input)).toMatchObject({ ok: false, code: 'key_reused' })
  const less = await harness.customer({ instalments: 1 })
  const small = { instalmentIds: less.instalmentIds, amount: 10_000, key: newId() }
  await undo(await recorded(small))
  expect(await record(small)).toMatchObject({ ok: false, code: 'key_reused' })
})

test('refuses money of a day before the contract, as a mistyped year', async () => {
  const { instalmentIds } = await harness.customer({ instalments: 1 })
  const lastYear = daysAgo(365)
  expect(await record({ instalmentIds, amount: 10_000, receivedOn: lastYear })).toMatchObject({
    ...{ ok: false, code: 'before_contract' },
  })
  expect(await harness.statuses(instalmentIds)).toEqual(['pending'])
})

test('a mistaken record is undone, not deleted: its instalments are owed again, and the customer is notified', async () => {
  const { viewer, orderId, instalmentIds } = await harness.customer({ instalments: 2, due: ahead })
  const id = await recorded({ instalmentIds, amount: 21_000 })
  harness.outbox.length = 0
  const both = await Promise.all([undo(id), undo(id)])
  expect(both.filter(({ ok: isOk }) => isOk)).toEqual([{ ok: true, value: 20_000 }])
  expect(await harness.statuses(instalmentIds)).toEqual(['pending', 'pending'])
  expect(await paymentOf(id)).toMatchObject({ state: 'charged_back', concern: null })
  expect(await harness.payments.creditsOf({ userId: viewer.id })).toEqual([])
  expect(harness.outbox.map(({ kind }) => kind)).toEqual(['manual-payment.undone'])
  expect(harness.outbox[0]?.subject).not.toMatch(/R\$|CPF/)
  expect(await harness.payments.checkBooks()).toEqual([])
  expect(await harness.payments.moneyItem({ kind: 'manual', id })).toMatchObject({
    status: 'undone',
    canUndo: false,
  })

  // A cancelled order does not owe anything again.
  const again = await recorded({ instalmentIds, amount: 20_000 })
  expect(await undo(again, [orderId])).toEqual({ ok: true, value: 0 })
  expect(await harness.payments.checkBooks()).toEqual([])
})

test('a manual refund waits for the person who transfers it, happens once, and is not lost meanwhile', async () => {
  const { orderId, instalmentIds } = await harness.customer({ instalments: 2, due: ahead })
  const id = await recorded({ instalmentIds, amount: 20_000 })
  await withdraw(orderId)
  await settle()
  const [duty] = await dutiesOf('refund.transfer')
  expect(duty).toMatchObject({ amount: 20_000 })
  const refundId = duty?.id ?? ''
  // However often its job runs again.
  await harness.payments.jobs['refunds.issue'].run({ refundId })
  harness.clock.advance(3 * 60 * minute)
  await settle()
  expect(await harness.statuses(instalmentIds)).toEqual(['paid', 'paid'])
  expect(await undo(id)).toMatchObject({ ok: false, code: 'has_refunds' })

  const returned = (change: { amount?: number; protocol?: string; sentOn?: string; channel?: string } = {}) =>
    harness.database.transaction((tx) =>
      harness.payments.recordManualRefund(tx, {
        ...{ refundId, amount: 20_000, sentOn: today(), channel: 'transfer', protocol: 'TED 9', by, reason },
        ...change,
      }),
    )
  expect(await returned({ protocol: '' })).toMatchObject({ code: 'no_evidence' })
  expect(await returned({ protocol: 'x'.repeat(301) })).toMatchObject({ code: 'invalid_protocol' })
  expect(await returned({ sentOn: daysAgo(-2) })).toMatchObject({ code: 'invalid_date' })
  expect(await returned({ channel: 'x' })).toMatchObject({ code: 'invalid_channel' })
  expect(await returned({ amount: 10_000 })).toMatchObject({ code: 'changed_meanwhile' })
  const both = await Promise.all([returned(), returned()])
  expect(both.map(({ ok: isOk }) => isOk).toSorted()).toEqual([false, true])
  expect(await dutiesOf('refund.transfer')).toEqual([])
  await settle()
  expect(await harness.statuses(instalmentIds)).toEqual(['refunded', 'refunded'])
  expect(harness.outbox.filter(({ kind }) => kind === 'refund.done')).toHaveLength(1)
  expect(harness.outbox.find(({ kind }) => kind === 'refund.done')?.text).toContain('como combinamos')
  expect(await harness.payments.checkBooks()).toEqual([])
  const item = await harness.payments.moneyItem({ kind: 'refund', id: refundId })
  expect(item).toMatchObject({ isOpen: false, byHand: { isOwed: false, done: { protocol: 'TED 9' } } })
})

test('after any mix of manual payments, undoings, codes and returns, the books balance to the centavo', async () => {
  const step = fc.record({
    act: fc.constantFrom('hand', 'undo', 'code', 'refund', 'transfer'),
    at: fc.nat(3),
    amount: fc.constantFrom(10_000, 9_000, 11_000, 20_000),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      const { viewer, instalmentIds } = await harness.customer({ instalments: 4, due: ahead })
      const hands: string[] = []
      for (const { act, at, amount } of steps) {
        const instalment = instalmentIds[at] ?? ''
        if (act === 'hand') {
          const result = await record({ instalmentIds: [instalment], amount })
          if (result.ok) hands.push(result.value.id)
        }
        if (act === 'undo' && hands[0]) await undo(hands[0])
        if (act === 'code') {
          const started = await harness.payments.startCharge({ viewer, instalmentIds: [instalment] })
          if (started.ok) {
            const { reference } = await harness.charge(started.value.chargeId)
            await harness.simulator.act(reference, 'approve')
          }
        }
        if (act === 'refund') {
          const [row] = await harness.query<{ paid_by: string | null }>(
            'select paid_by from payments where id = $1',
            [instalment],
          )
          const chargeId = row?.paid_by
          if (chargeId)
            await harness.database.transaction((tx) =>
              harness.payments.refundCharge(tx, { chargeId, origin: 'team', by, reason }),
            )
        }
        if (act === 'transfer') {
          for (const duty of await dutiesOf('refund.transfer'))
            await harness.database.transaction((tx) =>
              harness.payments.recordManualRefund(tx, {
                ...{ refundId: duty.id, amount: duty.amount ?? 0, sentOn: today(), channel: 'cash' },
                ...{ protocol: 'recibo', by, reason },
              }),
            )
        }
        await settle()
        expect(await harness.payments.checkBooks()).toEqual([])
      }
      // Received money minus refunds equals the amounts in instalments and credits.
      const [sums] = await harness.query<{ left: number; held: number }>(
        `select
           (select coalesce(sum(p.amount), 0) from provider_payments p join charges c on c.id = p.charge_id
             where c.user_id = $1 and p.received_at is not null)::int
           - (select coalesce(sum(r.amount), 0) from refunds r join charges c on c.id = r.charge_id
             where c.user_id = $1 and r.status = 'done')::int as left,
           (select coalesce(sum(paid_amount), 0) from payments where user_id = $1 and status = 'paid')::int
           - (select coalesce(sum(a.amount), 0) from refund_attributions a join payments i on i.id = a.payment_id
               join refunds r on r.id = a.refund_id
               where i.user_id = $1 and i.status = 'paid' and r.status = 'done')::int
           + (select coalesce(sum(amount), 0) from credits where user_id = $1 and status in ('open', 'refunding'))::int as held`,
        [viewer.id],
      )
      expect(sums?.held).toBe(sums?.left)
    }),
    { numRuns: 6 },
  )
}, 120_000)
