// Databases: one. Manual payments: recorded, approved, refunded, undone. On rows that each test creates.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createManualProvider } from '../../../src/modules/payments/adapters/manual.ts'
import { charges } from '../../../src/modules/payments/charges/tables.server.ts'
import { applyCredit } from '../../../src/modules/payments/credits/decide-credit.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { coveredInstalments } from '../../../src/modules/payments/instalments/charge-lines-store.server.ts'
import { instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import { ledgerTransactions } from '../../../src/modules/payments/ledger/tables.server.ts'
import { decideManualPayment } from '../../../src/modules/payments/manual/decide-manual-payment.ts'
import {
  type ManualPaymentToRecord,
  recordManualPayment,
} from '../../../src/modules/payments/manual/record-manual-payment.ts'
import { recordManualRefund } from '../../../src/modules/payments/manual/record-manual-refund.ts'
import { manualReferenceOf, reportOf } from '../../../src/modules/payments/manual/report-of.ts'
import { findManualPayment, findManualRefund } from '../../../src/modules/payments/manual/store.server.ts'
import { manualPayments } from '../../../src/modules/payments/manual/tables.server.ts'
import {
  ordersOfManualPayment,
  undoManualPayment,
} from '../../../src/modules/payments/manual/undo-manual-payment.ts'
import { payments } from '../../../src/modules/payments/payments/tables.server.ts'
import { issueRefund } from '../../../src/modules/payments/refunds/issue-refund.ts'
import { refundOrder } from '../../../src/modules/payments/refunds/refund-order.ts'
import { refunds } from '../../../src/modules/payments/refunds/tables.server.ts'
import type { Database, Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { books } from './reported-books.ts'
import { at, id, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [me, order, first, second] = [id(1), id(2), id(4), id(5)]
/** The member who records, and other people. */
const [member, colleague, other] = [id(90), id(91), id(92)]
const no = (code: string) => ({ ok: false, code })

/** Creates an order with R$ 100,00 due today and R$ 50,00 that was due on Monday, and the provider of manual payments. */
async function start(tx: Transaction) {
  const time = { now: at(5) }
  const manual = createManualProvider({
    database: tx as unknown as Database,
    clock: { now: () => time.now },
  })
  const started = Object.assign(depsIn(tx, [manual]), { manual, rows: rowsIn(tx) })
  started.time.now = time.now
  Object.assign(started.deps, { terms: { lateFee: 200, lateInterest: 100, earlyPayoff: false } })
  const signed = { createdAt: at(-2 * 24 * 60) }
  await started.rows.instalment({ id: first, userId: me, orderId: order, ...signed })
  const late = { ...signed, dueDate: '2026-11-16', amount: 5_000, number: 2 }
  await started.rows.instalment({ id: second, userId: me, orderId: order, ...late })
  const record = (more: Partial<ManualPaymentToRecord> = {}) =>
    recordManualPayment(
      tx,
      {
        ...{ key: id(80), instalmentIds: [first], amount: 10_000, receivedOn: '2026-11-21', channel: 'cash' },
        ...{ protocol: '  7  ', payerKind: 'person', by: member, reason: 'why', ...more },
      },
      started.deps,
    )
  const recorded = async (more: Partial<ManualPaymentToRecord> = {}) => {
    const answer = await record(more)
    if (!answer.ok) throw new Error(answer.code)
    return answer.value
  }
  return { ...started, record, recorded }
}

test(
  'a manual payment pays its instalments at once, as a provider’s would, on the day it came',
  inside(async (tx) => {
    const started = await start(tx)
    const rows = started.rows
    const [open, beside] = [await rows.charge({ userId: me }), await rows.charge({ userId: me })]
    await rows.line(open, first)
    await rows.line(beside, second)
    const done = await started.recorded({ receivedOn: '2026-11-20', fileId: id(7) })
    expect(done).toEqual({ id: done.id, amount: 10_000, isWaiting: false, isLess: false, isCredited: false })
    const row = await findManualPayment(tx, done.id)
    const noon = new Date('2026-11-20T15:00:00Z')
    expect(row).toMatchObject({
      ...{ key: id(80), userId: me, orderId: order, instalmentIds: [first], amount: 10_000, channel: 'cash' },
      ...{ receivedOn: '2026-11-20', protocol: '7', fileId: id(7), reason: 'why', status: 'recorded' },
      ...{
        requestedBy: member,
        requestedAt: at(5),
        changedAt: at(5),
        decidedBy: null,
        decidedAt: at(5),
        receivedAt: noon,
      },
      ...{ undoneBy: null, undoneAt: null, undoneReason: null },
    })
    const [charge] = await tx
      .select()
      .from(charges)
      .where(eq(charges.id, row?.chargeId ?? ''))
    expect(charge).toMatchObject({
      ...{ userId: me, purpose: 'instalments', method: 'pix', status: 'approved', amount: 10_000 },
      ...{
        provider: 'manual',
        reference: manualReferenceOf(done.id),
        providerId: done.id,
        maxInstalments: 1,
      },
      ...{ description: 'Limpeza - PIX', createdAt: at(5), issuedAt: at(5), settledAt: at(5) },
    })
    expect(await tx.select().from(payments)).toMatchObject([
      {
        provider: 'manual',
        providerId: done.id,
        detail: 'cash',
        approvedAt: noon,
        receivedAt: at(5),
        fee: 0,
      },
    ])
    expect((await tx.select().from(instalments).where(eq(instalments.id, first)))[0]).toMatchObject({
      ...{ status: 'paid', paidAmount: 10_000, paidBy: row?.chargeId, paymentDate: noon },
    })
    expect((await tx.select().from(ledgerTransactions)).map(({ day }) => day)).toEqual(['2026-11-20'])
    // The open code of its instalments is cancelled too.
    const cancelled = started.jobs.map((job) => Object.values(job).join(' '))
    expect(new Set(cancelled)).toEqual(new Set([`charges.cancel ${open}`]))

    // The same form again is the same payment; with different contents it is refused.
    expect(await started.record({ receivedOn: '2026-11-20' })).toEqual({ ok: true, value: done })
    for (const more of [{ amount: 9 }, { instalmentIds: [second] }, { receivedOn: '2026-11-21' }])
      expect(await started.record({ receivedOn: '2026-11-20', ...more })).toEqual(no('key_reused'))
    expect(await tx.select().from(manualPayments)).toHaveLength(1)
  }),
)

test(
  'refuses a manual payment that cannot be recorded, and stores nothing',
  inside(async (tx) => {
    const { record, rows, deps } = await start(tx)
    const others = await rows.instalment({ userId: other })
    const elsewhere = await rows.instalment({ userId: me })
    const cancelled = await rows.instalment({ userId: me, orderId: order, number: 3, status: 'cancelled' })
    const reviewed = await rows.instalment({ userId: me, orderId: order, number: 4 })
    const mismatch = await rows.charge({ status: 'amount_mismatch' })
    await rows.line(mismatch, reviewed)
    const paymentId = await rows.payment({ chargeId: mismatch })
    await rows.credit({ paymentId, chargeId: mismatch, reason: 'partial' })
    const table: [code: string, more: Partial<ManualPaymentToRecord>][] = [
      ['nothing_selected', { instalmentIds: [] }],
      ['not_found', { instalmentIds: ['x'] }],
      ['not_found', { instalmentIds: [first, 'x'] }],
      ['not_found', { key: 'x' }],
      ['not_found', { instalmentIds: [id(99)] }],
      ['not_found', { instalmentIds: [first, id(99)] }],
      ['not_found', { instalmentIds: [first, others] }],
      ['not_found', { instalmentIds: [first, elsewhere] }],
      ['not_payable', { instalmentIds: [first, cancelled] }],
      ['under_review', { instalmentIds: [first, reviewed] }],
      ['invalid_amount', { amount: 0 }],
      ['invalid_amount', { amount: 1.5 }],
      ['invalid_date', { receivedOn: '2026-11-22' }],
      ['invalid_date', { receivedOn: '2025-11-20' }],
      ['before_contract', { receivedOn: '2026-11-18' }],
      ['invalid_channel', { channel: 'gold' }],
      ['invalid_protocol', { protocol: 'CPF 529.982.247-25' }],
      ['no_evidence', { protocol: ' ' }],
      ['no_evidence', { protocol: '' }],
    ]
    for (const approvalAbove of [undefined, 1_000_000]) {
      Object.assign(deps, { approvalAbove })
      for (const [code, more] of table) expect(await record(more), code).toEqual(no(code))
    }
    expect(await tx.select().from(manualPayments)).toEqual([])
    expect(await record({ protocol: ' ', fileId: id(7) })).toMatchObject({ ok: true })
  }),
)

test(
  'a late instalment costs more, which the team may waive; less than the instalments becomes a credit',
  inside(async (tx) => {
    const { recorded, ...started } = await start(tx)
    // Late charges for five days: R$ 1,00 and R$ 0,08.
    const waived = await recorded({ instalmentIds: [second, first, second], amount: 15_050 })
    const row = await findManualPayment(tx, waived.id)
    expect(row?.instalmentIds).toEqual([first, second])
    const lines = await coveredInstalments(tx, row?.chargeId ?? '')
    expect(lines.map(({ asked }) => asked)).toEqual([
      { amount: 5_000, lateFee: 50, interest: 0, discount: 0 },
      { amount: 10_000, lateFee: 0, interest: 0, discount: 0 },
    ])
    expect(await books(tx, started)).toMatchObject({ instalments: 'paid 10000, paid 5050' })

    const third = await started.rows.instalment({ userId: me, orderId: order, number: 3 })
    const open = await started.rows.charge({ userId: me })
    await started.rows.line(open, third)
    started.jobs.length = 0
    const less = await recorded({ key: id(81), instalmentIds: [third], amount: 9_999 })
    expect(started.jobs).toEqual([{ job: 'charges.cancel', chargeId: open }])
    expect(less).toMatchObject({ isWaiting: false, isLess: true })
    expect(await books(tx, started)).toMatchObject({ credits: 'partial 9999 open' })
    const fourth = await started.rows.instalment({ userId: me, orderId: order, number: 5 })
    const centavo = await recorded({ key: id(83), instalmentIds: [fourth], amount: 1 })
    expect(centavo).toMatchObject({ amount: 1, isLess: true })
    const company = await started.rows.instalment({
      userId: me,
      orderId: order,
      number: 4,
      dueDate: '2026-11-16',
    })
    const paid = await recorded({
      key: id(82),
      instalmentIds: [company],
      amount: 12_017,
      payerKind: 'company',
    })
    expect(paid.isLess).toBe(false)
  }),
)

test(
  'above a limit another person approves the record as it is, or anybody declines it',
  inside(async (tx) => {
    const { record, recorded, deps, time, ...started } = await start(tx)
    Object.assign(deps, { approvalAbove: 9_999 })
    const waiting = await recorded()
    expect(waiting).toMatchObject({ isWaiting: true, isLess: false, amount: 10_000 })
    expect(started.messages.map(({ kind }) => kind)).toEqual(['books.approval-asked'])
    expect(await recorded()).toEqual(waiting)
    const decide = (approve: boolean, by: string, manualPaymentId = waiting.id) =>
      decideManualPayment(tx, { manualPaymentId, approve, payerKind: 'person', by }, deps)
    for (const unknown of ['x', id(99)])
      expect(await decide(true, colleague, unknown)).toEqual(no('not_open'))
    expect(await decide(true, member)).toEqual(no('own_request'))
    time.now = at(9)
    await started.rows.instalment({ id: id(6), userId: me, orderId: order, number: 3 })
    expect(await decide(true, colleague)).toEqual({ ok: true, value: { ...waiting, isWaiting: false } })
    expect(await findManualPayment(tx, waiting.id)).toMatchObject({
      ...{ status: 'recorded', decidedBy: colleague, decidedAt: at(9), changedAt: at(9), requestedAt: at(5) },
    })
    expect(await decide(true, colleague)).toEqual(no('not_open'))

    const declined = await recorded({ key: id(81), instalmentIds: [id(6)] })
    expect(await decide(false, member, declined.id)).toEqual({ ok: true, value: undefined })
    expect(await findManualPayment(tx, declined.id)).toMatchObject({
      ...{ status: 'declined', decidedBy: member, decidedAt: at(9), changedAt: at(9), chargeId: null },
    })
    expect(await record({ key: id(81), instalmentIds: [id(6)] })).toEqual(no('key_reused'))
    expect(await recorded({ key: id(82), instalmentIds: [id(6)], amount: 9_999 })).toMatchObject({
      isWaiting: false,
    })
  }),
)

test(
  'says that money became a credit when one of its instalments was paid before it is approved',
  inside(async (tx) => {
    const { recorded, deps, rows } = await start(tx)
    Object.assign(deps, { approvalAbove: 1 })
    const { id: manualPaymentId } = await recorded({ instalmentIds: [first, second], amount: 15_050 })
    const paid = { paidWith: await rows.payment(), paymentDate: at(6), paidAmount: 5_050 }
    await tx
      .update(instalments)
      .set({ status: 'paid', ...paid })
      .where(eq(instalments.id, second))
    const decision = { manualPaymentId, approve: true, payerKind: 'person', by: colleague } as const
    expect(await decideManualPayment(tx, decision, deps)).toMatchObject({ value: { isCredited: true } })
  }),
)

test(
  'refuses to approve a manual payment while an instalment of it is under review',
  inside(async (tx) => {
    const { recorded, deps, rows } = await start(tx)
    Object.assign(deps, { approvalAbove: 1 })
    const { id: manualPaymentId } = await recorded()
    const mismatch = await rows.charge({ status: 'amount_mismatch' })
    await rows.line(mismatch, first)
    const paymentId = await rows.payment({ chargeId: mismatch })
    await rows.credit({ paymentId, chargeId: mismatch, reason: 'partial' })
    const decision = { manualPaymentId, approve: true, payerKind: 'person', by: colleague } as const
    expect(await decideManualPayment(tx, decision, deps)).toEqual(no('under_review'))
    expect((await findManualPayment(tx, manualPaymentId))?.status).toBe('waiting')
  }),
)

/** Withdraws from an order that was paid by hand, whose refund waits for the person who transfers it. */
async function withdrawn(tx: Transaction) {
  const started = await start(tx)
  const done = await started.recorded()
  await refundOrder(tx, { orderId: order, origin: 'withdrawal', by: me, reason: 'w' }, started.deps)
  const [refund] = await tx.select().from(refunds)
  if (!refund) throw new Error('no refund')
  const give = (more: Partial<Parameters<typeof recordManualRefund>[1]> = {}) =>
    recordManualRefund(
      tx,
      {
        ...{ refundId: refund.id, amount: 10_000, sentOn: '2026-11-21', channel: 'transfer', protocol: '9' },
        ...{ by: colleague, reason: 'why', ...more },
      },
      started.deps,
    )
  return { ...started, done, refund, give }
}

test(
  'a manual refund waits, is transferred once, and its job completes it',
  inside(async (tx) => {
    const { give, refund, deps, jobs, done, manual, ...started } = await withdrawn(tx)
    // Not before the refund is prepared.
    expect(await give()).toEqual(no('not_open'))
    await issueRefund(deps, { refundId: refund.id })
    expect((await tx.select().from(refunds))[0]).toMatchObject({
      status: 'requested',
      lastError: 'awaits_person',
    })
    const table: [code: string, more: Parameters<typeof give>[0]][] = [
      ['invalid_protocol', { protocol: 'CPF 529.982.247-25' }],
      ['invalid_channel', { channel: 'gold' }],
      ['invalid_date', { sentOn: '2026-11-22' }],
      ['no_evidence', { protocol: '' }],
      ['no_evidence', { protocol: '', fileId: null }],
      ['not_open', { refundId: 'x' }],
      ['not_open', { refundId: id(99) }],
      ['changed_meanwhile', { amount: 9_999 }],
    ]
    for (const [code, more] of table) expect(await give(more), code).toEqual(no(code))
    jobs.length = 0
    expect(await give({ protocol: '', fileId: id(7) })).toEqual({ ok: true, value: 10_000 })
    expect(jobs).toEqual([{ job: 'refunds.issue', refundId: refund.id }])
    expect(await findManualRefund(tx, refund.idempotencyKey)).toMatchObject({
      ...{ refundId: refund.id, manualPaymentId: done.id, amount: 10_000, sentOn: '2026-11-21' },
      ...{ channel: 'transfer', protocol: null, fileId: id(7), recordedBy: colleague, recordedAt: at(5) },
      answeredAt: null,
    })
    expect((await tx.select().from(refunds))[0]?.lastError).toBeNull()
    expect(await give()).toEqual(no('not_open'))
    await issueRefund(deps, { refundId: refund.id })
    expect(await books(tx, { deps, jobs, ...started })).toMatchObject({
      ...{ instalments: 'refunded 10000, pending', refunds: 'withdrawal 10000 done 0' },
    })
    expect(await manual.get(done.id)).toMatchObject({ value: { state: 'refunded', refunded: 10_000 } })
    expect(started.messages.at(-1)).toMatchObject({ kind: 'refund.done' })
    expect(started.messages.at(-1)?.text).toContain('como combinamos')
  }),
)

test(
  'refuses to record a provider’s refund as a transfer by the team',
  inside(async (tx) => {
    const { give, refund } = await withdrawn(tx)
    await tx.update(refunds).set({ sentAt: at(5) })
    await tx.update(payments).set({ provider: 'bank' })
    expect(await give()).toEqual(no('not_open'))
    await tx.update(payments).set({ provider: 'manual' })
    await tx.update(refunds).set({ status: 'failed' })
    expect(await give()).toEqual(no('not_open'))
    await tx.update(refunds).set({ status: 'requested' })
    expect(await give({ refundId: refund.id })).toMatchObject({ ok: true })
  }),
)

test(
  'a mistaken record is undone: its instalments are owed again, and the customer is notified',
  inside(async (tx) => {
    const { record, recorded, deps, time, messages, ...started } = await start(tx)
    const done = await recorded()
    const undo = (manualPaymentId = done.id, cancelledOrders: string[] = []) =>
      undoManualPayment(tx, { manualPaymentId, cancelledOrders, by: colleague, reason: 'why' }, deps)
    for (const unknown of ['x', id(99)]) expect(await undo(unknown)).toEqual(no('not_open'))
    expect(await ordersOfManualPayment(tx, { manualPaymentId: done.id })).toEqual([order])
    expect(await ordersOfManualPayment(tx, { manualPaymentId: id(99) })).toEqual([])
    const [payment] = await tx.select().from(payments)
    const refundId = await started.rows.refund({ paymentId: payment?.id ?? '' })
    expect(await undo()).toEqual(no('has_refunds'))
    await tx.update(refunds).set({ status: 'given_up' }).where(eq(refunds.id, refundId))
    time.now = at(9)
    messages.length = 0
    expect(await undo()).toEqual({ ok: true, value: 10_000 })
    expect(await findManualPayment(tx, done.id)).toMatchObject({
      ...{ status: 'undone', undoneBy: colleague, undoneAt: at(9), undoneReason: 'why', changedAt: at(9) },
    })
    expect(await books(tx, { deps, time, messages, ...started })).toMatchObject({
      ...{ instalments: 'pending, pending', payments: 'charged_back 10000 0 0' },
    })
    expect(messages).toMatchObject([
      { to: 'ana@exemplo.com.br', channel: 'email', userId: me, kind: 'manual-payment.undone' },
    ])
    expect(messages[0]?.text).toContain('21/11/2026')
    expect(await undo()).toEqual(no('not_open'))
    expect(await record()).toEqual(no('key_reused'))

    const again = await recorded({ key: id(81) })
    deps.contactOf = async () => undefined
    messages.length = 0
    expect(await undo(again.id, [order])).toEqual({ ok: true, value: 0 })
    expect(messages).toEqual([])
    await tx.delete(payments)
    await started.rows.instalment({ id: id(6), userId: me, orderId: order, number: 9 })
    const lost = await recorded({ key: id(83), instalmentIds: [id(6)] })
    await tx.update(payments).set({ providerId: 'x' })
    await expect(undo(lost.id)).rejects.toThrow('without its payment')
  }),
)

test(
  'after undoing a record whose excess paid another order, that order alone owes it if the first is cancelled',
  inside(async (tx) => {
    const { recorded, deps, rows, ...started } = await start(tx)
    const done = await recorded({ amount: 12_000 })
    const elsewhere = await rows.instalment({ id: id(6), userId: me, orderId: id(7), amount: 2_000 })
    const [excess] = await tx.select().from(credits)
    const use = { creditId: excess?.id ?? '', instalmentIds: [elsewhere], forgive: false }
    const by = { by: colleague, reason: 'why' }
    expect(await applyCredit(tx, { ...use, ...by }, deps)).toMatchObject({ ok: true })
    const undo = { manualPaymentId: done.id, cancelledOrders: [order], ...by }
    expect(await undoManualPayment(tx, undo, deps)).toEqual({ ok: true, value: 2_000 })
    expect(await books(tx, { deps, ...started })).toMatchObject({
      instalments: 'paid 10000, pending, pending',
    })
  }),
)

test(
  'the manual provider lists what was recorded, issues no charge, and refunds what a person transferred',
  inside(async (tx) => {
    const { manual, recorded, done, give, refund, deps } = await withdrawn(tx)
    const request = {} as Parameters<typeof manual.createPix>[0]
    const refused = { ok: false, code: 'refused', detail: 'recorded by hand' }
    const key = { method: 'pix', reference: 'x', preferenceId: null } as const
    expect(await manual.createPix(request)).toEqual(refused)
    expect(await manual.createCard({ ...request, maxInstalments: 1 })).toEqual(refused)
    expect(await manual.cancel({ ...key, providerId: null })).toEqual(refused)
    expect(manual.readNotice({} as never, at(1))).toMatchObject({ code: 'unsigned' })
    expect(manual).toMatchObject({ name: 'manual', methods: [], isRecordedHere: true, pageSize: 100 })
    expect(manual.referenceFor({ id: 'x', instalments: 1, now: at(1) })).toBe('MANUAL_x')

    const missing = { ok: false, code: 'not_found' }
    Object.assign(deps, { approvalAbove: 1 })
    const waiting = await recorded({ key: id(81), instalmentIds: [second], amount: 5_000 })
    for (const unknown of ['x', id(99), waiting.id]) expect(await manual.get(unknown)).toEqual(missing)
    expect(await manual.paymentsOf({ ...key, providerId: null })).toEqual(missing)
    expect(await manual.paymentsOf({ ...key, providerId: id(99) })).toEqual(missing)
    const known = { providerId: done.id, state: 'approved', refunded: 0, amount: 10_000 }
    expect(await manual.paymentsOf({ ...key, providerId: done.id })).toMatchObject({
      ok: true,
      value: [known],
    })
    expect(await manual.get(done.id)).toMatchObject({ value: known })
    const list = { by: 'change', from: at(0), to: at(9), offset: 0 } as const
    expect(await manual.list(list)).toMatchObject({ value: [known] })
    expect(await manual.list({ ...list, offset: 1 })).toEqual({ ok: true, value: [] })

    const back = { providerId: done.id, idempotencyKey: refund.idempotencyKey, amount: 10_000 }
    expect(await manual.refund({ ...back, providerId: id(99) })).toEqual(missing)
    expect(await manual.refund(back)).toEqual({ ok: false, code: 'awaits_person' })
    await issueRefund(deps, { refundId: refund.id })
    await give()
    for (const wrong of [{ amount: 9_999 }, { providerId: waiting.id }])
      expect(await manual.refund({ ...back, ...wrong })).toEqual(refused)
    const answer = { ok: true, value: { providerRefundId: refund.idempotencyKey, amount: 10_000 } }
    expect([await manual.refund(back), await manual.refund(back)]).toEqual([answer, answer])
    expect((await findManualRefund(tx, refund.idempotencyKey))?.answeredAt).toEqual(at(5))
  }),
)

test('the manual provider reports a payment as received, refunded in part or whole, or never received', () => {
  const row = {
    ...{
      id: 'm',
      key: 'k',
      userId: 'u',
      orderId: 'o',
      instalmentIds: [],
      amount: 100,
      receivedOn: '2026-11-21',
    },
    ...{ channel: 'cash', protocol: '1', fileId: null, reason: 'x', status: 'recorded', requestedBy: 'a' },
    ...{
      requestedAt: at(1),
      decidedBy: null,
      decidedAt: null,
      chargeId: 'c',
      receivedAt: at(2),
      changedAt: at(3),
    },
    ...{ undoneBy: null, undoneAt: null, undoneReason: null },
  } as Parameters<typeof reportOf>[0]
  const back = (...amounts: number[]) =>
    amounts.map((amount, index) => ({ key: `k${index}`, amount })) as Parameters<typeof reportOf>[1] &
      object[]
  expect(reportOf(row, back(30, 20))).toMatchObject({
    ...{ providerId: 'm', state: 'approved', status: 'recorded', detail: 'cash', amount: 100, refunded: 50 },
    ...{
      refunds: [
        { id: 'k0', amount: 30 },
        { id: 'k1', amount: 20 },
      ],
      fee: 0,
      currency: 'BRL',
    },
    ...{ reference: 'MANUAL_m', method: 'pix', approvedAt: at(2), updatedAt: at(3) },
  })
  expect(reportOf(row, back(30, 70)).state).toBe('refunded')
  expect(reportOf({ ...row, status: 'undone' }, back(30, 70)).state).toBe('charged_back')
  expect(reportOf({ ...row, receivedAt: null }, []).approvedAt).toBeUndefined()
})

test(
  'money dated before an addendum pays the addendum’s instalment at the price of its first day',
  inside(async (tx) => {
    const { recorded, rows, deps } = await start(tx)
    Object.assign(deps, { terms: { lateFee: 0, lateInterest: 0, earlyPayoff: true } })
    const plan = {
      number: 9,
      dueDate: '2027-05-21',
      rate: 500,
      ratePeriod: 'month' as const,
      createdAt: at(0),
    }
    await rows.instalment({ id: id(6), userId: me, orderId: order, ...plan })
    // R$ 100,00 of six months ahead, at 5 % a month.
    const done = await recorded({ instalmentIds: [id(6)], amount: 7_462, receivedOn: '2026-11-19' })
    expect(done).toMatchObject({ isLess: false })
    expect(await tx.select().from(credits)).toEqual([])
  }),
)
