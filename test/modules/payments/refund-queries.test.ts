// Databases: one. Each condition, order and limit of a query is tested with rows next to those that it finds.
import { expect, test } from 'vitest'
import { chargesInDoubt } from '../../../src/modules/payments/credits/store.server.ts'
import { unexplainedMovements } from '../../../src/modules/payments/desk/unexplained.ts'
import {
  paymentsOfUnknownCharges,
  returnsMadeElsewhere,
} from '../../../src/modules/payments/desk/unexplained-store.server.ts'
import type { creditMachine } from '../../../src/modules/payments/domain/credit.ts'
import { acceptedError } from '../../../src/modules/payments/domain/refund.ts'
import {
  manualOfOrder,
  manualPaymentsAmong,
  waitingManual,
} from '../../../src/modules/payments/manual/read-manual.ts'
import {
  answeredRefunds,
  answerForRefund,
  findManualByKey,
  findManualPayment,
  findManualRefund,
  insertManualPayment,
  insertManualRefund,
  recordedBetween,
  unapprovedManualOf,
} from '../../../src/modules/payments/manual/store.server.ts'
import {
  findPayment,
  firstApproval,
  knownPayments,
  lockPayments,
  lockReportedPayment,
  paymentsById,
  paymentsToReview,
  receivedBetween,
  settlingPaymentOf,
} from '../../../src/modules/payments/payments/store.server.ts'
import type { PaymentReport } from '../../../src/modules/payments/ports.ts'
import {
  approvalOf,
  decideApproval,
  insertApproval,
  lockApproval,
  openApprovals,
  unapprovedRefundsOf,
  waitingApprovalOf,
} from '../../../src/modules/payments/refunds/approvals-store.server.ts'
import {
  addAttributions,
  attributedInstalments,
  claimsOf,
  replaceAttributions,
  returnedAmong,
} from '../../../src/modules/payments/refunds/claims-store.server.ts'
import {
  activeRefundsOf,
  chargebacksOf,
  completedRefundsOf,
  failedRefunds,
  findRefund,
  hasOpenRefund,
  heldRefunds,
  insertRefund,
  insertSplitRefund,
  instalmentsOfRefund,
  moveRefund,
  noteRefundError,
  openRefundsOfOrder,
  paidPartsOf,
  refundsOfPayment,
  refundsToTransfer,
  refundsWaiting,
  returnedTotals,
  returnsToAttribute,
  slowRefunds,
} from '../../../src/modules/payments/refunds/store.server.ts'
import {
  type refundApprovals,
  refundAttributions,
  type refunds,
} from '../../../src/modules/payments/refunds/tables.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { at, id, idsOf, rowsIn, rowsOfEachTest } from './rows.ts'

const { inside } = rowsOfEachTest(testDatabase)
const deps = { newId, clock: { now: () => at(5) } }

/** Creates a payment and returns a way to refund part of it. */
async function paid(tx: Transaction, row: Parameters<ReturnType<typeof rowsIn>['payment']>[0] = {}) {
  const rows = rowsIn(tx)
  const paymentId = await rows.payment(row)
  const back = (refund: Partial<typeof refunds.$inferInsert>) => rows.refund({ paymentId, ...refund })
  return { rows, paymentId, back }
}

const paymentRow = async (tx: Transaction, paymentId: string) => {
  const row = await findPayment(tx, paymentId)
  if (!row) throw new Error('no payment')
  return row
}

test.each([
  ['held refunds', heldRefunds, { status: 'held' }, { status: 'failed' }, {}],
  ['failed refunds', failedRefunds, { status: 'failed' }, { status: 'held' }, {}],
  [
    'refunds to transfer',
    refundsToTransfer,
    { lastError: 'awaits_person' },
    { lastError: 'unavailable' },
    { lastError: 'awaits_person', status: 'done' },
  ],
  [
    'unattributed returns',
    returnsToAttribute,
    { unattributed: 1, status: 'done' },
    { unattributed: 0, status: 'done' },
    { unattributed: 1, status: 'reversed' },
  ],
] as const)('%s: oldest first, up to the limit', (_, find, those, notThese, norThese) =>
  inside(async (tx) => {
    const { back } = await paid(tx)
    const second = await back({ ...those, createdAt: at(2) })
    const first = await back({ ...those, createdAt: at(1) })
    await back(notThese)
    await back(norThese)
    expect(idsOf(await find(tx, 9))).toEqual([first, second])
    expect(idsOf(await find(tx, 1))).toEqual([first])
  })(),
)

test(
  'says of paid instalments what came back of the money that pays them now, and of no other money',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [now, before] = [await rows.payment(), await rows.payment()]
    const taken = await rows.payment({ state: 'charged_back' })
    const paid = { status: 'paid', paidWith: now, paidAmount: 9_900, paymentDate: at(10) } as const
    const part = async (refund: Partial<Parameters<typeof rows.refund>[0]>, instalment: object = {}) => {
      const id = await rows.instalment({ ...paid, ...instalment })
      const refundId = await rows.refund({ paymentId: now, status: 'done', createdAt: at(11), ...refund })
      await addAttributions(tx, refundId, [{ instalmentId: id, amount: 300 }])
      return id
    }
    const chargeback = { paymentId: now, origin: 'chargeback', status: 'reversed' } as const
    await rows.refund({ ...chargeback, createdAt: at(5) })
    await rows.refund({ ...chargeback, createdAt: at(10) })
    const done = await part({})
    const none = [
      await part({ status: 'requested' }),
      await part({ paymentId: before }),
      // Of money that a bank took before the instalment was paid again.
      await part({ createdAt: at(4) }),
      await part({ createdAt: at(5) }),
      await part({}, { status: 'refunded' }),
      await rows.instalment(paid),
    ]
    // Between that chargeback and the payment, and a payment that a bank has taken as a whole.
    const later = await part({ createdAt: at(6) })
    const whole = await rows.instalment({ ...paid, paidWith: taken })
    const found = await returnedAmong(tx, [done, later, whole, ...none])
    expect([...found].toSorted()).toEqual(
      [[done, 300] as const, [later, 300] as const, [whole, 9_900] as const].toSorted(),
    )
    expect(await returnedAmong(tx, [])).toEqual(new Map())
  }),
)

test(
  'lists refunds to retry that were requested before a time, except those that wait for a person',
  inside(async (tx) => {
    const { back } = await paid(tx)
    const second = await back({ createdAt: at(2), lastError: 'unavailable' })
    const first = await back({ createdAt: at(1) })
    await back({ createdAt: at(3) })
    await back({ createdAt: at(0), lastError: 'awaits_person' })
    await back({ createdAt: at(0), status: 'done' })
    const third = await back({ createdAt: at(0), sentAt: at(99) })
    await back({ createdAt: at(0), sentAt: at(100) })
    const due = { before: at(3), sentBefore: at(100), now: at(200) }
    const found = await refundsWaiting(tx, { ...due, limit: 9 })
    expect(idsOf(found).toSorted()).toEqual([first, second, third].toSorted())
    expect(await refundsWaiting(tx, { ...due, limit: 1 })).toHaveLength(1)
  }),
)

test(
  'refunds that are never answered do not keep others from being retried',
  inside(async (tx) => {
    const { back } = await paid(tx)
    const waiting = Array.from({ length: 30 }, (_, index) => id(index + 1))
    for (const [index, refundId] of waiting.entries()) await back({ id: refundId, createdAt: at(index) })
    const tried = new Map<string, number>()
    for (let run = 0; run < 60; run++) {
      const found = await refundsWaiting(tx, {
        before: at(60),
        sentBefore: at(100),
        now: at(200 + run),
        limit: 10,
      })
      for (const { id: refundId } of found) tried.set(refundId, (tried.get(refundId) ?? 0) + 1)
    }
    // Each is found in about twenty of the sixty runs.
    expect([...tried.keys()].toSorted()).toEqual(waiting)
    expect(Math.min(...tried.values())).toBeGreaterThan(4)
  }),
)

test(
  'lists the refunds of a payment: all, those whose money counts, and chargebacks',
  inside(async (tx) => {
    const { paymentId, back } = await paid(tx)
    const elsewhere = await paid(tx)
    const done = await back({ id: id(3), status: 'done', amount: 300 })
    const asked = await back({ id: id(2), amount: 20 })
    const taken = await back({ id: id(1), status: 'done', origin: 'chargeback', amount: 7 })
    const takenToo = await back({ id: id(0), status: 'done', origin: 'chargeback', amount: 7 })
    const reversed = await back({ id: id(5), status: 'reversed', origin: 'chargeback' })
    const failed = await back({ id: id(4), status: 'failed' })
    const more = await back({ id: id(6), status: 'done', origin: 'panel', amount: 5 })
    const otherDone = await elsewhere.back({ status: 'done', amount: 11 })
    await elsewhere.back({ status: 'reversed', origin: 'chargeback' })
    await elsewhere.back({ status: 'done', origin: 'chargeback', amount: 2 })
    expect(idsOf(await refundsOfPayment(tx, paymentId))).toEqual([
      ...[takenToo, taken, asked, done, failed, reversed, more],
    ])
    expect(new Set(idsOf(await activeRefundsOf(tx, paymentId)))).toEqual(
      new Set([done, asked, taken, takenToo, more]),
    )
    expect(idsOf(await chargebacksOf(tx, paymentId))).toEqual([takenToo, taken])
    expect(await returnedTotals(tx, [paymentId, elsewhere.paymentId])).toEqual(
      new Map([
        [paymentId, 319],
        [elsewhere.paymentId, 13],
      ]),
    )
    expect(await returnedTotals(tx, [paymentId])).toEqual(new Map([[paymentId, 319]]))
    expect((await findRefund(tx, otherDone))?.paymentId).toBe(elsewhere.paymentId)
  }),
)

test(
  'lists with their owners the refunds that a provider has neither carried out nor refused since a time',
  inside(async (tx) => {
    const { rows, paymentId, back } = await paid(tx)
    const chargeId = await rows.charge({ userId: id(1) })
    await rows.charge()
    const second = await back({ createdAt: at(2), chargeId })
    const first = await back({ createdAt: at(1), lastError: 'unavailable', amount: 7 })
    await back({ createdAt: at(3) })
    await back({ createdAt: at(0), lastError: 'awaits_person' })
    await back({ createdAt: at(0), status: 'failed' })
    const slow = (limit: number) => slowRefunds(tx, { before: at(3), limit })
    expect(await slow(9)).toEqual([
      { id: first, amount: 7, createdAt: at(1), lastError: 'unavailable', userId: null },
      { id: second, amount: 10_000, createdAt: at(2), lastError: null, userId: id(1) },
    ])
    expect(idsOf(await slow(1))).toEqual([first])
    expect(await hasOpenRefund(tx, { chargeId })).toBe(true)
    expect(await hasOpenRefund(tx, { chargeId: id(2) })).toBe(false)
    const note = (refundId: string, lastError: Parameters<typeof noteRefundError>[2]) =>
      noteRefundError(tx, refundId, lastError)
    await note(second, acceptedError)
    await note(first, 'waiting')
    // Only the provider's answer ends what it has accepted.
    await note(second, 'waiting')
    const errors = (await refundsOfPayment(tx, paymentId)).map((row) => [row.id, row.lastError] as const)
    expect([new Map(errors).get(first), new Map(errors).get(second)]).toEqual(['waiting', acceptedError])
  }),
)

test(
  'lists the unfinished refunds of an order oldest first, and no others',
  inside(async (tx) => {
    const { rows, paymentId, back } = await paid(tx)
    const [order, other] = [id(1), id(2)]
    const bought = (orderId: string) => rows.instalment({ orderId, status: 'paid', paidWith: paymentId })
    const [mine, others] = [await bought(order), await bought(other)]
    const second = await back({ createdAt: at(2), status: 'held' })
    const first = await back({ createdAt: at(1) })
    await rows.refunded(first, mine)
    await rows.refunded(await back({}), others)
    await back({ status: 'done' })
    await rows.refund({ paymentId: await rows.payment() })
    expect(idsOf(await openRefundsOfOrder(tx, order))).toEqual([first, second])
  }),
)

test(
  'stores a refund with its instalments; it changes state only by the rules',
  inside(async (tx) => {
    const { rows, paymentId } = await paid(tx)
    const instalment = await rows.instalment()
    const facts = { payment: { id: paymentId, chargeId: null }, amount: 100, reason: 'x' }
    const row = await insertRefund(
      tx,
      { ...facts, origin: 'withdrawal', instalmentIds: [instalment], by: id(9) },
      deps,
    )
    expect(row).toMatchObject({
      ...{ status: 'requested', unattributed: 0, creditId: null, requestedBy: id(9), createdAt: at(5) },
      ...{ providerRefundId: null, lastError: null, sentAt: null, completedAt: null },
    })
    expect(await findRefund(tx, row.id)).toEqual(row)
    const held = await insertRefund(
      tx,
      { ...facts, origin: 'panel', reason: 'panel', status: 'held', unattributed: 40, creditId: id(8) },
      deps,
    )
    expect(held).toMatchObject({ status: 'held', unattributed: 40, creditId: id(8), requestedBy: null })
    expect(await instalmentsOfRefund(tx, row.id)).toEqual([instalment])
    expect(await instalmentsOfRefund(tx, held.id)).toEqual([])
    await moveRefund(tx, row, 'done', { completedAt: at(6) })
    expect(await findRefund(tx, row.id)).toMatchObject({ status: 'done', completedAt: at(6) })
    expect(await findRefund(tx, held.id)).toMatchObject({ status: 'held', completedAt: null })
    await expect(moveRefund(tx, { ...row, status: 'done' }, 'requested')).rejects.toThrow(row.id)
  }),
)

test(
  'splits a refund in two without losing a centavo',
  inside(async (tx) => {
    const { rows, paymentId, back } = await paid(tx)
    const creditId = await rows.credit({ paymentId })
    const whole = await back({ amount: 100, unattributed: 60, status: 'done', providerRefundId: 'R' })
    const beside = await back({ amount: 1 })
    const row = async (refund: string) => {
      const found = await findRefund(tx, refund)
      if (!found) throw new Error('no refund')
      return found
    }
    const part = await insertSplitRefund(tx, { refund: await row(whole), part: 40, creditId }, deps)
    expect(await row(part)).toMatchObject({ amount: 40, unattributed: 0, creditId, providerRefundId: 'R' })
    expect(await row(whole)).toMatchObject({ amount: 60, unattributed: 60, creditId: null })
    expect(await insertSplitRefund(tx, { refund: await row(whole), part: 60, creditId }, deps)).toBe(whole)
    expect(await row(whole)).toMatchObject({ amount: 60, unattributed: 0, creditId })
    expect(await row(beside)).toMatchObject({ amount: 1, creditId: null })
    expect(await refundsOfPayment(tx, paymentId)).toHaveLength(3)
  }),
)

test(
  'lists what is paid of an order by payment, without what of that payment is under refund',
  inside(async (tx) => {
    const { rows, paymentId, back } = await paid(tx)
    const otherPayment = await rows.payment()
    const orderId = newId()
    const bought = (row: object = {}, number = 1) =>
      rows.instalment({ orderId, number, status: 'paid', paidWith: paymentId, ...row })
    const [one, two] = [await bought({}, 1), await bought({}, 2)]
    const third = await bought({ paidWith: otherPayment }, 3)
    const [asked, held, returned] = [await bought({}, 4), await bought({}, 5), await bought({}, 6)]
    await bought({ status: 'refunded' }, 7)
    await bought({ orderId: newId() })
    await rows.refunded(await back({}), asked)
    await rows.refunded(await back({ status: 'held' }), held)
    await rows.refunded(await back({ status: 'given_up' }), returned)
    // Of a payment that paid it before, and that a bank took back.
    await rows.refunded(await back({}), third)
    const parts = new Map(
      (await paidPartsOf(tx, orderId)).map((part) => [part.paymentId, part.instalmentIds]),
    )
    expect(new Set(parts.get(paymentId))).toEqual(new Set([one, two, returned]))
    expect(parts.get(otherPayment)).toEqual([third])
    expect(parts.size).toBe(2)
  }),
)

test(
  'lists what a payment’s money is for, and what is left of each',
  inside(async (tx) => {
    const { rows, paymentId, back } = await paid(tx)
    const instalment = (number: number, row: object = {}) =>
      rows.instalment({ id: id(number), status: 'paid', paidWith: paymentId, paidAmount: 1_000, ...row })
    const [second, first, third] = [await instalment(2), await instalment(1), await instalment(3)]
    await instalment(4, { status: 'refunded' })
    await instalment(5, { paidWith: await rows.payment() })
    const credit = (number: number, status: (typeof creditMachine.states)[number]) =>
      rows.credit({ id: id(number), paymentId, status, amount: 70 })
    const [dismissed, refunding, open] = [
      await credit(13, 'dismissed'),
      await credit(12, 'refunding'),
      await credit(11, 'open'),
    ]
    await credit(14, 'applied')
    await rows.credit({ paymentId: await rows.payment() })

    const inFull = await back({ status: 'done' })
    await rows.refunded(inFull, first)
    const attribute = (refundId: string, instalmentId: string, amount: number) =>
      tx.insert(refundAttributions).values({ refundId, instalmentId, amount })
    await attribute(await back({ status: 'done' }), second, 300)
    await attribute(await back({ sentAt: at(1) }), second, 50)
    const requested = await back({})
    await attribute(requested, second, 5)
    await attribute(await back({ status: 'failed', sentAt: at(1) }), second, 100)
    await attribute(inFull, third, 5_000)
    await back({ status: 'done', creditId: open })
    await back({ status: 'done', creditId: refunding, origin: 'chargeback' })
    const payment = await paymentRow(tx, paymentId)
    const rest = async (which: Parameters<typeof claimsOf>[2]) =>
      new Map((await claimsOf(tx, payment, which)).map((claim) => [claim.id, claim.rest]))
    expect(await rest({ counting: 'done' })).toEqual(
      new Map([
        [first, 0],
        [second, 700],
        [third, 0],
        [open, 0],
        [refunding, 70],
        [dismissed, 70],
      ]),
    )
    const claims = await claimsOf(tx, payment, { counting: 'done' })
    expect(idsOf(claims)).toEqual([first, second, third, open, refunding, dismissed])
    expect((await rest({ counting: 'sent' })).get(second)).toBe(650)
    expect((await rest({ counting: 'active' })).get(second)).toBe(645)
    expect((await rest({ counting: 'active', except: requested })).get(second)).toBe(650)
  }),
)

test(
  'what a full refund of instalments left out stays refundable while a part of it is unfinished',
  inside(async (tx) => {
    const { rows, paymentId, back } = await paid(tx)
    const row = { status: 'paid', paidWith: paymentId, paidAmount: 1_000 } as const
    const [requested, held, failed, ended, twice] = [11, 12, 13, 14, 15].map(id) as [
      ...[string, string, string, string, string],
    ]
    await rows.instalment({ id: id(10), ...row })
    const inFull = await back({ status: 'done', amount: 4_000 - 160 })
    const another = await back({ status: 'done', amount: 1_000 })
    for (const instalment of [requested, held, failed, ended, twice]) {
      await rows.instalment({ id: instalment, ...row, status: instalment === ended ? 'refunded' : 'paid' })
      await rows.refunded(instalment === ended ? another : inFull, instalment)
    }
    const part = async (
      status: (typeof refunds.$inferInsert)['status'],
      instalmentId: string,
      amount: number,
    ) =>
      tx.insert(refundAttributions).values({ refundId: await back({ status, amount }), instalmentId, amount })
    await part('done', id(10), 5)
    await part('requested', requested, 10)
    await part('held', held, 20)
    await part('failed', failed, 40)
    await part('given_up', ended, 80)
    // Both may go back, and only ninety of them were left out.
    await part('requested', twice, 90)
    await part('failed', twice, 90)
    const claims = await claimsOf(tx, await paymentRow(tx, paymentId), { counting: 'done' })
    expect(claims.map(({ rest }) => rest)).toEqual([995, 10, 20, 40, 90])
  }),
)

test(
  'what was returned of an instalment before a bank took the rest does not reduce what has paid it again',
  inside(async (tx) => {
    const { rows, paymentId, back } = await paid(tx)
    const again = { status: 'paid', paidWith: paymentId, paidAmount: 1_000, paymentDate: at(10) } as const
    const part = async (number: number, refund: Partial<typeof refunds.$inferInsert>, left: object = {}) => {
      const instalmentId = await rows.instalment({ id: id(number), ...again, ...left })
      const refundId = await back({ status: 'done', ...refund })
      await tx.insert(refundAttributions).values({ refundId, instalmentId, amount: 300 })
    }
    await back({ status: 'done', origin: 'chargeback', createdAt: at(5) })
    await part(1, { createdAt: at(4) })
    await part(2, { createdAt: at(5) })
    await part(3, { createdAt: at(6) })
    // Paid at the moment at which the bank took money: not again.
    await part(4, { createdAt: at(4) }, { paymentDate: at(5) })
    // All of it was refunded but for a part that failed, before.
    const inFull = await back({ status: 'done', amount: 700, createdAt: at(4) })
    await part(5, { status: 'failed', createdAt: at(4) })
    await rows.refunded(inFull, id(5))
    const claims = await claimsOf(tx, await paymentRow(tx, paymentId), { counting: 'done' })
    expect(claims.map(({ rest }) => rest)).toEqual([1_000, 1_000, 700, 700, 0])
  }),
)

test(
  'what is left of an immediate sale excludes credits and returns',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const chargeId = await rows.charge({ purpose: 'consultation', purposeId: newId() })
    const { paymentId, back } = await paid(tx, { chargeId, amount: 1_000, receivedAt: at(1) })
    await rows.credit({ paymentId, amount: 100, status: 'applied' })
    await back({ status: 'done', amount: 250, unattributed: 50 })
    await back({ status: 'done', amount: 400, origin: 'chargeback' })
    await back({ status: 'done', amount: 30, creditId: id(3) })
    await back({ amount: 90 })
    const sale = async (payment: string) => {
      const claims = await claimsOf(tx, await paymentRow(tx, payment), { counting: 'done' })
      return claims.filter(({ kind }) => kind === 'sale').map(({ rest }) => rest)
    }
    expect(await sale(paymentId)).toEqual([700])
    const of = async (row: object) =>
      sale((await paid(tx, { amount: 5, receivedAt: at(1), ...row })).paymentId)
    expect(await of({ chargeId })).toEqual([5])
    expect(await of({ chargeId: null })).toEqual([])
    expect(await of({ chargeId: await rows.charge() })).toEqual([])
    expect(await of({ chargeId, receivedAt: null })).toEqual([])
    const { paymentId: whole, back: wholeBack } = await paid(tx, { chargeId, amount: 5, receivedAt: at(1) })
    await wholeBack({ status: 'done', amount: 5 })
    expect(await sale(whole)).toEqual([])
  }),
)

test(
  'returns of instalments that a look-up’s credit paid do not reduce the look-up’s price',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const chargeId = await rows.charge({ purpose: 'consultation', purposeId: newId() })
    const { paymentId, back } = await paid(tx, { chargeId, amount: 1_000, receivedAt: at(1) })
    await rows.credit({ paymentId, amount: 300, status: 'applied' })
    const bought = { status: 'paid', paidWith: paymentId } as const
    const [one, two] = [await rows.instalment({ ...bought, amount: 200 }), await rows.instalment(bought)]
    await rows.refunded(await back({ status: 'done', amount: 200 }), one)
    await addAttributions(tx, await back({ status: 'done', amount: 60 }), [{ instalmentId: two, amount: 40 }])
    await back({ status: 'done', amount: 50, unattributed: 10 })
    const claims = await claimsOf(tx, await paymentRow(tx, paymentId), { counting: 'done' })
    expect(claims.filter(({ kind }) => kind === 'sale').map(({ rest }) => rest)).toEqual([700 - 20 - 40])
  }),
)

test(
  'adds to or replaces what a refund returns of instalments',
  inside(async (tx) => {
    const { rows, back } = await paid(tx)
    const [mine, beside] = [await back({}), await back({})]
    const [one, two] = [await rows.instalment(), await rows.instalment()]
    const parts = (amount: number) => [{ instalmentId: one, amount }]
    await addAttributions(tx, mine, parts(10))
    await addAttributions(tx, beside, parts(1))
    await addAttributions(tx, mine, [...parts(5), { instalmentId: two, amount: 3 }])
    const all = async () => {
      const found = await tx.select().from(refundAttributions)
      return found.map(({ refundId, amount }) => [refundId, amount]).toSorted()
    }
    expect(await all()).toEqual(
      [
        [mine, 15],
        [mine, 3],
        [beside, 1],
      ].toSorted(),
    )
    expect(new Set(await attributedInstalments(tx, mine))).toEqual(new Set([one, two]))
    await replaceAttributions(tx, mine, parts(2))
    expect(await all()).toEqual(
      [
        [mine, 2],
        [beside, 1],
      ].toSorted(),
    )
  }),
)

test(
  'one approval waits for one subject, oldest first, until it is decided',
  inside(async (tx) => {
    const approval = (row: object = {}) => ({
      ...{
        id: newId(),
        kind: 'charge' as const,
        subjectId: newId(),
        amount: 1,
        reason: 'x',
        requestedBy: id(1),
      },
      ...{ ask: {} as never, requestedAt: at(1), ...row },
    })
    const first = approval({ requestedAt: at(0) })
    const second = approval()
    for (const row of [second, first]) expect(await insertApproval(tx, row)).toBe(true)
    expect(await insertApproval(tx, approval({ subjectId: first.subjectId }))).toBe(false)
    expect(idsOf(await openApprovals(tx, 9))).toEqual([first.id, second.id])
    expect(idsOf(await openApprovals(tx, 1))).toEqual([first.id])
    await decideApproval(tx, { id: first.id, decidedBy: id(2), decidedAt: at(2), isApproved: true })
    expect(idsOf(await openApprovals(tx, 9))).toEqual([second.id])
    expect((await lockApproval(tx, second.id))?.id).toBe(second.id)
    expect(await lockApproval(tx, first.id)).toBeUndefined()
    expect(await approvalOf(tx, first.id)).toMatchObject({ isApproved: true, decidedBy: id(2) })
    expect(await approvalOf(tx, 'x')).toBeUndefined()
  }),
)

test(
  'sums what was refunded to a customer without approval since a time: charges, credits and instalments',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [me, other, nobody] = [id(1), id(2), id(3)]
    const refund = (amount: number, row: Partial<typeof refunds.$inferInsert> & { paymentId: string }) =>
      rows.refund({ amount, createdAt: at(3), ...row })
    for (const [userId, times] of [
      [me, 1],
      [other, 10],
    ] as const) {
      const chargeId = await rows.charge({ userId })
      const paymentId = await rows.payment({ chargeId })
      await refund(1_000 * times, { paymentId, chargeId })
      const withCredit = await rows.payment()
      const creditId = await rows.credit({ paymentId: withCredit, userId })
      await refund(2_000 * times, { paymentId: withCredit, creditId })
      const applied = await rows.payment()
      await rows.instalment({ userId, status: 'paid', paidWith: applied })
      await rows.instalment({ userId })
      await refund(4_000 * times, { paymentId: applied, createdAt: at(9) })
      await refund(7, { paymentId, chargeId, origin: 'withdrawal' })
      await refund(7, { paymentId, chargeId, createdAt: at(2) })
    }
    const approval = (amount: number, decision: Partial<typeof refundApprovals.$inferInsert>) =>
      insertApproval(tx, {
        ...{
          id: newId(),
          kind: 'charge',
          subjectId: newId(),
          userId: me,
          amount,
          reason: 'x',
          requestedBy: me,
        },
        ...{ ask: {} as never, requestedAt: at(0), ...decision },
      })
    const decided = { decidedBy: other, decidedAt: at(3), isApproved: true }
    await approval(500, decided)
    await approval(9, { ...decided, decidedAt: at(2) })
    await approval(9, { ...decided, isApproved: false })
    await approval(9, { ...decided, userId: nobody })
    // Of the credit of a payment that is applied to an instalment, as long as nobody owns it.
    const left = await rows.payment()
    await rows.instalment({ userId: me, status: 'paid', paidWith: left })
    const ofLeft = { ...decided, subjectId: await rows.credit({ paymentId: left }), kind: 'credit' } as const
    await approval(250, { ...ofLeft, userId: null })
    await approval(9, { ...ofLeft, userId: nobody })
    await approval(9, { ...decided, userId: null })
    await approval(8, { subjectId: id(71) })
    await approval(9, { subjectId: id(70) })
    const since = at(3)
    expect(await unapprovedRefundsOf(tx, { userId: me, since })).toBe(6_250)
    expect(await unapprovedRefundsOf(tx, { userId: other, since })).toBe(70_000)
    expect(await unapprovedRefundsOf(tx, { userId: nobody, since })).toBe(0)
    expect((await waitingApprovalOf(tx, id(70)))?.amount).toBe(9)
    await decideApproval(tx, {
      ...{ id: (await waitingApprovalOf(tx, id(70)))?.id ?? '', ...decided },
    })
    expect(await waitingApprovalOf(tx, id(70))).toBeUndefined()
  }),
)

test(
  'a charge is in doubt while a payment of it is called approved, is not booked and waits for a person',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const inDoubt = { approvedAt: at(1), receivedAt: null, reviewReason: 'unknown_status' } as const
    const chargeWith = async (payment: object) => {
      const chargeId = await rows.charge()
      await rows.payment({ chargeId, ...inDoubt, ...payment })
      return chargeId
    }
    const [doubtful, unasked] = [await chargeWith({}), await chargeWith({})]
    const others = [
      await chargeWith({ approvedAt: null }),
      await chargeWith({ receivedAt: at(1) }),
      await chargeWith({ reviewReason: null }),
      await rows.charge(),
    ]
    expect(await chargesInDoubt(tx, [doubtful, ...others])).toEqual(new Set([doubtful]))
    expect(await chargesInDoubt(tx, [doubtful, unasked])).toEqual(new Set([doubtful, unasked]))
    expect(await chargesInDoubt(tx, [doubtful])).toEqual(new Set([doubtful]))
    expect(await chargesInDoubt(tx, [])).toEqual(new Set())
  }),
)

test(
  'lists payments: known ones of a provider, those to review, those received in a period',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const received = (row: object) => rows.payment({ receivedAt: at(9), approvedAt: at(2), ...row })
    const from = await received({ providerId: '1', reviewReason: 'doubtful_amount', createdAt: at(3) })
    const last = await received({
      providerId: '2',
      approvedAt: at(3),
      reviewReason: 'unknown_status',
      createdAt: at(1),
    })
    await received({ providerId: '3', approvedAt: at(4) })
    await received({ providerId: '4', approvedAt: at(1) })
    await received({ providerId: '5', receivedAt: null })
    await received({ providerId: '1', provider: 'other', approvedAt: at(2) })
    const span = { provider: 'bank', from: at(2), to: at(4) }
    expect(new Set(idsOf(await receivedBetween(tx, span)))).toEqual(new Set([from, last]))
    for (const one of [id(72), id(71)]) await rows.payment({ id: one })
    expect(idsOf(await paymentsById(tx, [id(72), id(71)]))).toEqual([id(71), id(72)])
    expect(new Map(await lockPayments(tx, [last, id(99)]))).toEqual(
      new Map([[last, await findPayment(tx, last)]]),
    )
    expect(idsOf(await paymentsToReview(tx, 9))).toEqual([last, from])
    expect(idsOf(await paymentsToReview(tx, 1))).toEqual([last])
    const known = await knownPayments(tx, { provider: 'bank', providerIds: ['1', '9'] })
    expect([...known].map(([providerId, row]) => [providerId, row.id])).toEqual([['1', from]])
    expect(await knownPayments(tx, { provider: 'bank', providerIds: [] })).toEqual(new Map())
    expect(await firstApproval(tx, 'bank')).toEqual(at(1))
    expect(await firstApproval(tx, 'other')).toEqual(at(2))
    expect(await firstApproval(tx, 'none')).toBeUndefined()
    const settled = { provider: 'bank', providerId: '2', settledAt: at(3) }
    expect((await settlingPaymentOf(tx, settled))?.id).toBe(last)
    expect(await settlingPaymentOf(tx, { ...settled, settledAt: null })).toBeUndefined()
    expect(await settlingPaymentOf(tx, { ...settled, providerId: null })).toBeUndefined()
  }),
)

test(
  'stores a reported payment once, with nothing booked yet',
  inside(async (tx) => {
    const report = { providerId: '1', reference: 'r', method: 'pix', amount: 90 } as PaymentReport
    const asked = { provider: 'bank', report, chargeId: null, now: at(1) }
    const row = await lockReportedPayment(tx, { ...asked, id: id(1) })
    expect(row).toMatchObject({ id: id(1), status: '', refunded: 0, fee: 0, amount: 90, createdAt: at(1) })
    expect((await lockReportedPayment(tx, { ...asked, id: id(2) })).id).toBe(id(1))
    expect((await lockReportedPayment(tx, { ...asked, id: id(3), provider: 'other' })).id).toBe(id(3))
    const next = { ...asked, id: id(4), report: { ...report, providerId: '2' } }
    expect((await lockReportedPayment(tx, next)).id).toBe(id(4))
    expect((await lockReportedPayment(tx, { ...asked, id: id(5), provider: 'other' })).id).toBe(id(3))
  }),
)

test(
  'lists money that moved for an unknown reason, oldest first',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const reference = 'PARC_0123abcd_1'
    const forgotten = (row: object) =>
      rows.payment({ reference, receivedAt: at(9), createdAt: at(2), amount: 40, ...row })
    await forgotten({ providerId: 'second', createdAt: at(3), receivedAt: at(30) })
    await forgotten({ providerId: 'first', createdAt: at(2.5), receivedAt: at(10) })
    await forgotten({ chargeId: await rows.charge() })
    await forgotten({ receivedAt: null })
    await forgotten({ createdAt: at(1) })
    await forgotten({ reference: 'of-another-shop' })
    const found = await paymentsOfUnknownCharges(tx, { since: at(2), limit: 9 })
    expect(found.map(({ providerId }) => providerId)).toEqual(['first', 'second'])
    expect(found[0]).toEqual({ providerId: 'first', reference, amount: 40, at: at(10) })
    // Money that was never received displaces nothing.
    expect(await paymentsOfUnknownCharges(tx, { since: at(2), limit: 1 })).toMatchObject([
      { providerId: 'first' },
    ])

    const { back } = await paid(tx, { providerId: 'panel' })
    await back({ origin: 'panel', createdAt: at(20), amount: 8, status: 'done' })
    await back({ origin: 'panel', createdAt: at(2), amount: 7, status: 'done' })
    await back({ origin: 'panel', createdAt: at(12), amount: 9, status: 'done' })
    await back({ origin: 'panel', createdAt: at(1), status: 'done' })
    await back({ origin: 'team', createdAt: at(3), status: 'done' })
    const returns = await returnsMadeElsewhere(tx, { since: at(2), limit: 9 })
    expect(returns.map(({ providerId, amount }) => [providerId, amount])).toEqual([
      ['panel', 7],
      ['panel', 9],
      ['panel', 8],
    ])
    expect(await returnsMadeElsewhere(tx, { since: at(2), limit: 1 })).toHaveLength(1)

    await rows.setAside({
      reason: 'perhaps_ours',
      since: at(15),
      providerId: 'waits',
      detail: 'ref',
      amount: null,
    })
    const all = await unexplainedMovements({ database: tx }, { since: at(2) })
    expect(all.map(({ kind, amount, reference: named }) => [kind, amount, named])).toEqual([
      ['refund', 7, null],
      ['payment', 40, reference],
      ['refund', 9, null],
      ['payment', 0, 'ref'],
      ['refund', 8, null],
      ['payment', 40, reference],
    ])
    expect(await unexplainedMovements({ database: tx }, { since: at(2), limit: 1 })).toHaveLength(3)
  }),
)

test(
  'sums what one member alone recorded manually for a customer since a time',
  inside(async (tx) => {
    const [me, other, colleague] = [id(1), id(2), id(3)]
    const chargeId = await rowsIn(tx).charge()
    const recorded = (amount: number, row: Parameters<ReturnType<typeof rowsIn>['manual']>[0] = {}) =>
      rowsIn(tx).manual({
        ...{
          userId: me,
          amount,
          status: 'recorded',
          chargeId,
          receivedAt: at(1),
          requestedAt: at(3),
          ...row,
        },
      })
    await recorded(100)
    await recorded(20, { requestedAt: at(4) })
    await recorded(3, { requestedAt: at(2) })
    await recorded(3, { decidedBy: colleague })
    await recorded(3, { status: 'undone', undoneBy: me, undoneAt: at(4), undoneReason: 'x' })
    await recorded(3, { status: 'waiting', chargeId: null, receivedAt: null })
    await recorded(5_000, { userId: other })
    const of = (userId: string) => unapprovedManualOf(tx, { userId, since: at(3) })
    expect([await of(me), await of(other), await of(colleague)]).toEqual([120, 5_000, 0])
  }),
)

test(
  'tells which of the given payments are manual',
  inside(async (tx) => {
    const payment = (provider: string, providerId: string, detail: string) =>
      rowsIn(tx).payment({ provider, providerId, detail })
    const byHand = await payment('manual', 'm', 'cash')
    const others = [await payment('manual', 'n', 'none'), await payment('bank', 'b', 'cash')]
    await payment('manual', 'o', 'cash')
    expect(await manualPaymentsAmong(tx, [byHand, ...others])).toEqual(
      new Map([[byHand, { id: 'm', channel: 'cash' }]]),
    )
    expect(await manualPaymentsAmong(tx, [])).toEqual(new Map())
  }),
)

test(
  'stores a manual payment once per form, lists it as a provider would, and marks it answered once',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const waiting = await rows.manual({
      requestedAt: at(3),
      key: 'form',
      requestedBy: id(1),
      orderId: id(50),
    })
    const earlier = await rows.manual({ requestedAt: at(2), orderId: id(50) })
    await rows.manual({ requestedAt: at(1), status: 'declined' })
    expect(idsOf(await waitingManual(tx, 9))).toEqual([earlier, waiting])
    expect(idsOf(await waitingManual(tx, 1))).toEqual([earlier])
    expect(idsOf(await manualOfOrder({ database: tx }, { orderId: id(50) }))).toEqual([earlier, waiting])
    expect((await findManualByKey(tx, { requestedBy: id(1), key: 'form' }))?.id).toBe(waiting)
    expect(await findManualByKey(tx, { requestedBy: id(2), key: 'form' })).toBeUndefined()
    expect(await findManualByKey(tx, { requestedBy: id(1), key: 'other' })).toBeUndefined()
    const row = await findManualPayment(tx, waiting)
    if (!row) throw new Error('no manual payment')
    expect(await insertManualPayment(tx, { ...row, id: id(9) })).toBe(false)
    expect(await insertManualPayment(tx, { ...row, id: id(9), key: 'new' })).toBe(true)

    const chargeId = await rows.charge()
    const recorded = (number: number, changedAt: number, receivedAt: number) =>
      rows.manual({
        ...{ id: id(number), status: 'recorded', chargeId },
        ...{ changedAt: at(changedAt), receivedAt: at(receivedAt) },
      })
    await recorded(12, 11, 20)
    await recorded(11, 11, 21)
    await recorded(13, 12, 22)
    await recorded(14, 10, 19)
    await rows.manual({ changedAt: at(11) })
    const list = async (by: 'change' | 'approval', from: number, to: number, offset = 0, limit = 9) => {
      const found = await recordedBetween(tx, { by, from: at(from), to: at(to), offset, limit })
      return idsOf(found).map((one) => Number(one.slice(-2)))
    }
    expect(await list('change', 10, 12)).toEqual([14, 11, 12])
    expect(await list('change', 11, 12)).toEqual([11, 12])
    expect(await list('change', 10, 13, 1, 2)).toEqual([11, 12])
    expect(await list('approval', 20, 22)).toEqual([12, 11])

    const { back } = await paid(tx)
    const refund = async (key: string, manualPaymentId: string, recordedAt: number, answeredAt?: number) => {
      const answer = answeredAt === undefined ? null : at(answeredAt)
      return insertManualRefund(tx, {
        ...{ key, refundId: await back({}), manualPaymentId, amount: 5, sentOn: '2026-11-21', protocol: '1' },
        ...{ channel: 'transfer' as const, fileId: null, recordedBy: id(1), recordedAt: at(recordedAt) },
        answeredAt: answer,
      })
    }
    await refund('b', id(12), 5, 6)
    await refund('a', id(12), 4, 6)
    await refund('c', id(12), 3)
    await refund('d', id(13), 3, 6)
    const keys = async (payments: string[]) =>
      [...(await answeredRefunds(tx, payments)).values()].map((some) => some.map(({ key }) => key))
    expect(await keys([id(12)])).toEqual([['a', 'b']])
    expect(await keys([])).toEqual([])
    await answerForRefund(tx, { key: 'c', now: at(40) })
    await answerForRefund(tx, { key: 'd', now: at(40) })
    await answerForRefund(tx, { key: 'none', now: at(40) })
    expect(await keys([id(12)])).toEqual([['c', 'a', 'b']])
    expect(await findManualRefund(tx, 'c')).toMatchObject({ key: 'c', answeredAt: at(40) })
    expect((await findManualRefund(tx, 'a'))?.answeredAt).toEqual(at(6))
    expect((await findManualPayment(tx, id(12)))?.changedAt).toEqual(at(40))
    expect((await findManualPayment(tx, id(13)))?.changedAt).toEqual(at(12))
    expect((await findManualPayment(tx, id(11)))?.changedAt).toEqual(at(11))
  }),
)

test(
  'lists what went back of charges, oldest first, and whether it is of the payment that settled its charge',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [chargeId, elsewhere] = [await rows.charge({ providerId: '1' }), await rows.charge()]
    const settling = await rows.payment({ chargeId, providerId: '1' })
    const second = await rows.payment({ chargeId, providerId: '2' })
    const back = { chargeId, status: 'done', amount: 10 } as const
    const [later, first] = [
      await rows.refund({ ...back, paymentId: second, completedAt: at(2) }),
      await rows.refund({ ...back, paymentId: settling, completedAt: at(1) }),
    ]
    await rows.refund({ ...back, paymentId: settling, status: 'requested' })
    await rows.refund({ ...back, paymentId: settling, chargeId: elsewhere, completedAt: at(3) })
    const listed = async (ids: string[]) =>
      (await completedRefundsOf(tx, ids)).map(({ refund, isOfReceipt }) => [refund.id, isOfReceipt])
    expect(await listed([chargeId])).toEqual([
      [first, true],
      [later, false],
    ])
    expect((await listed([elsewhere])).map(([, isOfReceipt]) => isOfReceipt)).toEqual([false])
  }),
)
