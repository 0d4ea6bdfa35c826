// Databases: one. Each condition, order and limit of a query is tested with rows that it must not find.
import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  chargesToCheck,
  chargesToReview,
  findCharge,
  findOpenBySelection,
  findReportedChargeId,
  findSettledCharge,
  hasCode,
  insertCharge,
  knownCharges,
  lockCharge,
  lockOpenBySelection,
  lockReportedCharge,
  moveCharge,
  statusesOf,
} from '../../../src/modules/payments/charges/store.server.ts'
import { charges } from '../../../src/modules/payments/charges/tables.server.ts'
import {
  chargesInDoubt,
  creditsOfUser,
  creditsToDecide,
  insertCredit,
  instalmentsUnderReview,
  keptCreditsOfLookup,
  moveCredit,
  openCreditsOfOrder,
  splitCredit,
  takeFromCredit,
} from '../../../src/modules/payments/credits/store.server.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import {
  coveredInstalments,
  lockChargeLines,
  openChargeFor,
  openChargesFor,
  paidByCharge,
  paidByTheirCharge,
} from '../../../src/modules/payments/instalments/charge-lines-store.server.ts'
import {
  openOfAmount,
  openOfUsers,
  openPage,
} from '../../../src/modules/payments/instalments/open-store.server.ts'
import {
  areOpenOn,
  cancelPending,
  fundingRowsOf,
  instalmentsById,
  instalmentsOfOrder,
  instalmentsPaidWith,
  lockInstalments,
  lockPendingOfOrder,
  markPaid,
  markRefunded,
  moveDueDate,
  ownerOfOrder,
  ownInstalments,
  paidOfUser,
  pendingAfter,
  pendingCardInstalmentIds,
  pendingDue,
  pendingOfUser,
  reinstateInstalmentsPaidWith,
} from '../../../src/modules/payments/instalments/store.server.ts'
import { instalments } from '../../../src/modules/payments/instalments/tables.server.ts'
import {
  findPayment,
  knownPayments,
  lockReportedPayment,
} from '../../../src/modules/payments/payments/store.server.ts'
import type { PaymentReport } from '../../../src/modules/payments/ports.ts'
import { moveRefund } from '../../../src/modules/payments/refunds/store.server.ts'
import { refundApprovals } from '../../../src/modules/payments/refunds/tables.server.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { at, id, idsOf, rowsIn, rowsOfEachTest } from './rows.ts'
import { reported } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [me, other] = [newId(), newId()]
const deps = { newId, clock: { now: () => at(5) } }

test(
  'finds the one open charge of a selection while it is open',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const closed = await rows.charge({ selectionKey: 'one', status: 'cancelled' })
    const open = await rows.charge({ selectionKey: 'one', status: 'in_process' })
    await rows.charge({ selectionKey: 'two' })
    expect((await findOpenBySelection(tx, 'one'))?.id).toBe(open)
    expect((await lockOpenBySelection(tx, 'one'))?.id).toBe(open)
    expect((await lockCharge(tx, closed))?.id).toBe(closed)
    const row = await findCharge(tx, closed)
    if (!row) throw new Error('no charge')
    const again = { ...row, id: newId(), reference: 'again', idempotencyKey: 'again' }
    expect(await insertCharge(tx, { ...again, status: 'pending' })).toBe(false)
    expect(await insertCharge(tx, again)).toBe(true)
    expect(await findCharge(tx, newId())).toBeUndefined()
  }),
)

test(
  'a settled charge is found by its own user',
  inside(async (tx) => {
    const settled = await rowsIn(tx).charge({ userId: me, settledAt: at(1) })
    const unsettled = await rowsIn(tx).charge({ userId: me })
    const find = async (charge: string, userId: string) =>
      (await findSettledCharge(tx, { id: charge, userId }))?.id
    expect([await find(settled, me), await find(settled, other), await find(unsettled, me)]).toEqual([
      settled,
      undefined,
      undefined,
    ])
  }),
)

test(
  'finds charges by id or reference, only at their own provider',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    await rows.charge({ providerId: '1', reference: 'a' })
    await rows.charge({ providerId: '2', reference: 'b' })
    await rows.charge({ providerId: '3', reference: 'c', provider: 'other' })
    await rows.charge({ providerId: '4', reference: 'd' })
    const asked = { providerIds: ['1', '3'], references: ['b', 'c'] }
    expect(await knownCharges(tx, { provider: 'bank', ...asked })).toEqual({
      providerIds: new Set(['1', '2']),
      references: new Set(['a', 'b']),
    })
  }),
)

test(
  'finds a code when a charge has exactly that code',
  inside(async (tx) => {
    await rowsIn(tx).charge({ qrCode: '000201' })
    expect([await hasCode(tx, '000201'), await hasCode(tx, '000202')]).toEqual([true, false])
  }),
)

test(
  'matches a report to a charge by id, else by reference, at its provider; to none when they name two charges',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const byId = await rows.charge({ providerId: '1', reference: 'a' })
    const byReference = await rows.charge({ reference: 'b' })
    await rows.charge({ provider: 'other', providerId: '2', reference: 'c' })
    const of = async (providerId: string, reference?: string) =>
      (await lockReportedCharge(tx, { provider: 'bank', report: { providerId, reference } as PaymentReport }))
        ?.id
    expect([await of('1', 'a'), await of('1'), await of('1', 'z')]).toEqual([byId, byId, byId])
    expect(await of('1', 'b')).toBe(undefined)
    expect(await of('9', 'b')).toBe(byReference)
    expect([await of('9'), await of('9', 'z'), await of('2', 'c')]).toEqual([undefined, undefined, undefined])
    const idFor = (providerId: string, reference: string | undefined) =>
      findReportedChargeId(tx, { provider: 'bank', providerId, reference })
    expect([await idFor('1', 'a'), await idFor('1', undefined), await idFor('9', 'b')]).toEqual([
      byId,
      byId,
      byReference,
    ])
    expect([await idFor('1', 'b'), await idFor('9', undefined), await idFor('2', 'c')]).toEqual([
      null,
      null,
      null,
    ])
  }),
)

test(
  'while a set-aside payment waits, the charge that it may have paid is in doubt and its instalments are under review',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [chargeId, other] = [await rows.charge(), await rows.charge()]
    const [instalmentId, ofOther] = [await rows.instalment(), await rows.instalment()]
    await rows.line(chargeId, instalmentId)
    await rows.line(other, ofOther)
    await rows.setAside()
    await rows.setAside({ chargeId: other, resolvedAt: at(1) })
    await rows.setAside({ chargeId })
    expect(await chargesInDoubt(tx, [chargeId, other])).toEqual(new Set([chargeId]))
    expect(await chargesInDoubt(tx, [other])).toEqual(new Set())
    expect(await instalmentsUnderReview(tx, [instalmentId, ofOther])).toEqual(
      new Map([[instalmentId, chargeId]]),
    )
    expect(await instalmentsUnderReview(tx, [ofOther])).toEqual(new Map())
  }),
)

test(
  'while a payment is approved and in doubt, the instalments of its charge are under review, and no others',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [chargeId, other] = [await rows.charge(), await rows.charge()]
    const [instalmentId, ofOther] = [await rows.instalment(), await rows.instalment()]
    await rows.line(chargeId, instalmentId)
    await rows.line(other, ofOther)
    await rows.payment({ chargeId, approvedAt: at(1), receivedAt: null, reviewReason: 'doubtful_date' })
    await rows.payment({ chargeId: other })
    expect(await instalmentsUnderReview(tx, [instalmentId, ofOther])).toEqual(
      new Map([[instalmentId, chargeId]]),
    )
    expect(await instalmentsUnderReview(tx, [ofOther])).toEqual(new Map())
  }),
)

test(
  'an unpaid charge is in doubt while the money of its payment waits as a credit, because its report named another charge',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const withCredit = async (charge: Parameters<typeof rows.charge>[0]) => {
      const [chargeId, instalmentId] = [await rows.charge(charge), await rows.instalment()]
      await rows.line(chargeId, instalmentId)
      const paymentId = await rows.payment({ chargeId })
      const creditId = await rows.credit({ reason: 'unmatched', chargeId, paymentId })
      return { chargeId, instalmentId, creditId }
    }
    const waiting = await withCredit({})
    // The credit of a won dispute, whose charge was paid.
    const regained = await withCredit({ settledAt: at(1) })
    const chargeIds = [waiting.chargeId, regained.chargeId]
    const instalmentIds = [waiting.instalmentId, regained.instalmentId]
    expect(await chargesInDoubt(tx, chargeIds)).toEqual(new Set([waiting.chargeId]))
    expect(await instalmentsUnderReview(tx, instalmentIds)).toEqual(
      new Map([[waiting.instalmentId, waiting.chargeId]]),
    )
    expect(await chargesInDoubt(tx, [regained.chargeId])).toEqual(new Set())
    expect(await instalmentsUnderReview(tx, [regained.instalmentId])).toEqual(new Map())
    await moveCredit(tx, waiting.creditId, 'dismissed')
    expect(await chargesInDoubt(tx, chargeIds)).toEqual(new Set())
    expect(await instalmentsUnderReview(tx, instalmentIds)).toEqual(new Map())
  }),
)

test(
  'lists charges due for a check oldest first, up to the limit',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const second = await rows.charge({ nextCheckAt: at(3) })
    const first = await rows.charge({ nextCheckAt: at(1) })
    await rows.charge({ nextCheckAt: at(4) })
    await rows.charge()
    expect(idsOf(await chargesToCheck(tx, at(3), 9))).toEqual([first, second])
    expect(idsOf(await chargesToCheck(tx, at(3), 1))).toEqual([first])
  }),
)

test(
  'lists refused charges oldest first until they are reviewed',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const second = await rows.charge({ status: 'failed', createdAt: at(2) })
    const first = await rows.charge({ status: 'failed', createdAt: at(1) })
    await rows.charge({ status: 'failed', reviewedAt: at(3) })
    await rows.charge()
    expect(idsOf(await chargesToReview(tx, 9))).toEqual([first, second])
    expect(idsOf(await chargesToReview(tx, 1))).toEqual([first])
    expect(idsOf(await statusesOf(tx, [second]))).toEqual([second])
  }),
)

test(
  'a charge changes state with its cause and what its provider reported, and never against the rules',
  inside(async (tx) => {
    const [charge, beside] = [await rowsIn(tx).charge(), await rowsIn(tx).charge()]
    const report = { providerId: '7', status: 'accredited', detail: 'ok' }
    const move = { charge: { id: charge, status: 'pending' as const }, cause: 'check' }
    await moveCharge(tx, { ...move, to: 'approved', report, change: { lastError: 'x' } }, deps)
    expect(await findCharge(tx, charge)).toMatchObject({ status: 'approved', lastError: 'x' })
    expect(await findCharge(tx, beside)).toMatchObject({ status: 'pending', lastError: null })
    const { rows } = await tx.execute(`select * from charge_history where charge_id = '${charge}'`)
    expect(rows).toMatchObject([
      { from: 'pending', to: 'approved', cause: 'check', provider_id: '7', provider_status: 'accredited' },
    ])
    expect(rows[0]).toMatchObject({ provider_detail: 'ok' })
    const back = { charge: { id: charge, status: 'approved' as const }, to: 'created' as const, cause: 'x' }
    await expect(moveCharge(tx, back, deps)).rejects.toThrow(charge)
  }),
)

test(
  'finds the open charges for instalments: those that can still be paid, also a page with a rejected card',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [mine, another] = [await rows.instalment(), await rows.instalment()]
    const charge = async (row: Partial<typeof charges.$inferInsert>, instalment = mine) => {
      const charged = await rows.charge(row)
      await rows.line(charged, instalment)
      return charged
    }
    const older = await charge({ createdAt: at(1) })
    const newer = await charge({ createdAt: at(2) })
    const page = await charge({ status: 'rejected', preferenceId: 'p', createdAt: at(3) })
    await charge({ status: 'rejected', createdAt: at(4) })
    await charge({ status: 'approved', preferenceId: 'q', createdAt: at(5) })
    const elsewhere = await charge({ createdAt: at(6) }, another)
    const open = async (instalmentIds: string[], except?: string) =>
      new Set(await openChargesFor(tx, { instalmentIds, ...(except && { except }) }))
    expect(await open([mine])).toEqual(new Set([older, newer, page]))
    expect(await open([mine], newer)).toEqual(new Set([older, page]))
    expect(await open([mine, another])).toEqual(new Set([older, newer, page, elsewhere]))
    expect(await open([])).toEqual(new Set())
    expect((await openChargeFor(tx, mine))?.id).toBe(newer)
    expect(await openChargeFor(tx, await rows.instalment())).toBeUndefined()
    expect((await coveredInstalments(tx, newer)).map(({ row, asked }) => [row.id, asked.amount])).toEqual([
      [mine, 10_000],
    ])
  }),
)

test(
  'the lines of a charge are its instalments, or those that replaced them; of a look-up, its amount',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [goesOn, isOver] = [newId(), newId()]
    const replaced = { status: 'cancelled', renegotiatedIn: newId() } as const
    await rows.instalment({ id: id(1), orderId: goesOn, ...replaced })
    await rows.instalment({ id: id(2), orderId: goesOn, number: 2 })
    await rows.instalment({ id: id(3), orderId: isOver, ...replaced })
    await rows.instalment({ orderId: isOver, number: 2, status: 'paid', paidWith: await rows.payment() })
    await rows.instalment({ id: id(4) })
    const chargeId = await rows.charge()
    for (const number of [1, 3, 4]) await rows.line(chargeId, id(number), 9_000 + number)
    const linesOf = async (charge: string) => {
      const row = await findCharge(tx, charge)
      return row ? lockChargeLines(tx, row) : []
    }
    expect(await linesOf(chargeId)).toMatchObject([
      { instalmentId: id(1), orderId: goesOn, asked: 9_001, isRenegotiated: true },
      { instalmentId: id(3), orderId: isOver, asked: 9_003, isRenegotiated: false },
      { instalmentId: id(4), asked: 9_004, isRenegotiated: false },
    ])
    const lookUp = await rows.charge({ purpose: 'consultation', purposeId: newId(), amount: 700 })
    expect(await linesOf(lookUp)).toEqual([{ instalmentId: undefined, asked: 700, status: 'pending' }])
  }),
)

test(
  'lists the instalments under the receipt of a charge, one line each, by due date and number',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [charge, without] = [
      await rows.charge({ providerId: '1', settledAt: at(1) }),
      await rows.charge({ providerId: '1', provider: 'other', settledAt: at(1) }),
    ]
    const paidWith = await rows.payment({ chargeId: charge, providerId: '1' })
    const paid = (dueDate: string, number: number, paidBy = charge) =>
      rows.instalment({ status: 'paid', paidBy, paidWith, dueDate, number })
    const [third, second, first] = [
      await paid('2026-12-02', 1),
      await paid('2026-12-01', 2),
      await paid('2026-12-01', 1),
    ]
    await paid('2026-11-01', 1, without)
    await rows.line(charge, first)
    await rows.line(without, second)
    const paidBy = async () =>
      (await paidByCharge(tx, charge)).map(({ row, parts }) => [row.id, parts.chargeId])
    expect(await paidBy()).toEqual([[first, charge]])
    expect(await paidByTheirCharge(tx, [first, second, third])).toEqual(new Set([first]))
    expect(await paidByTheirCharge(tx, [])).toEqual(new Set())
    await rows.line(charge, second)
    await rows.line(charge, third)
    expect(await paidBy()).toEqual([first, second, third].map((id) => [id, charge]))
    const covered = await coveredInstalments(tx, charge)
    expect(covered.map(({ row }) => row.id)).toEqual([first, second, third])
    // At the same bank there is no other payment with this id.
    await rows.line(without, await paid('2026-11-02', 1, without))
    expect(await paidByCharge(tx, without)).toEqual([])
    // The first of them alone: the others were paid after the receipt was issued.
    await tx
      .update(instalments)
      .set({ paymentDate: at(2) })
      .where(inArray(instalments.id, [first, third]))
    expect(await paidBy()).toEqual([[second, charge]])
    await tx.update(charges).set({ settledAt: null })
    expect(await paidBy()).toEqual([])
  }),
)

test(
  'lists a customer’s instalments: own, pending, paid, of a day, of a card, of an order',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const paidWith = await rows.payment()
    const order = newId()
    const mine = { userId: me, orderId: order }
    const card = await rows.instalment({
      ...mine,
      number: 3,
      paymentMethod: 'credit_card',
      dueDate: '2026-12-01',
    })
    const pix = await rows.instalment({ ...mine, number: 2, dueDate: '2026-12-01' })
    const late = await rows.instalment({ ...mine, number: 4, dueDate: '2026-11-30' })
    const paid = { ...mine, status: 'paid' as const, paidWith, paidAmount: 10_000 }
    const firstPaid = await rows.instalment({
      ...paid,
      number: 5,
      paymentDate: at(1),
      dueDate: '2026-12-01',
    })
    await rows.instalment({ ...paid, userId: other, orderId: newId() })
    const lastPaid = await rows.instalment({
      ...paid,
      number: 6,
      paymentDate: at(2),
      paymentMethod: 'credit_card',
    })
    const samePaid = await rows.instalment({ ...paid, number: 7, paymentDate: at(2) })
    const others = await rows.instalment({
      userId: other,
      paymentMethod: 'credit_card',
      dueDate: '2026-12-01',
    })
    const mixed = await rows.instalment({
      userId: other,
      orderId: order,
      number: 9,
      paymentMethod: 'credit_card',
    })
    const elsewhere = await rows.instalment({
      userId: me,
      paymentMethod: 'credit_card',
      dueDate: '2027-01-01',
    })

    expect(idsOf(await pendingOfUser(tx, me, 9))).toEqual([late, pix, card, elsewhere])
    expect(idsOf(await pendingOfUser(tx, me, 1))).toEqual([late])
    expect(idsOf(await paidOfUser(tx, me, 9))).toEqual([samePaid, lastPaid, firstPaid])
    expect(idsOf(await paidOfUser(tx, me, 1))).toEqual([samePaid])
    const dueOn = { userId: me, on: ['2026-12-01'], before: '2020-01-01' }
    expect(idsOf(await pendingDue(tx, dueOn))).toEqual([pix, card])
    expect(await pendingCardInstalmentIds(tx, { orderId: order, userId: me })).toEqual([card])
    expect(idsOf(await ownInstalments(tx, { ids: [pix, others], userId: me }))).toEqual([pix])
    expect(idsOf(await instalmentsById(tx, [card, late, pix]))).toEqual([late, pix, card])
    expect(idsOf(await instalmentsOfOrder(tx, order))).toEqual([
      pix,
      card,
      late,
      firstPaid,
      lastPaid,
      samePaid,
      mixed,
    ])
    expect([
      await ownerOfOrder(tx, newId()),
      await ownerOfOrder(tx, (await one(tx, others)).orderId),
    ]).toEqual([null, other])
    expect((await fundingRowsOf(tx, order)).map(({ paymentState }) => paymentState).toSorted()).toEqual([
      ...['approved', 'approved', 'approved'],
      ...[null, null, null, null],
    ])
    expect(idsOf(await openOfUsers(tx, { userIds: [me], limit: 9 }))).toEqual([
      late,
      ...[card, pix].toSorted(),
      elsewhere,
    ])
    expect(await openOfUsers(tx, { userIds: [me], limit: 2 })).toHaveLength(2)
    expect(await openOfUsers(tx, { userIds: [], limit: 2 })).toEqual([])
  }),
)

test(
  'lists identical instalments by id, as the pending ones of an order always are',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const orderId = newId()
    const paid = { status: 'paid', paidWith: await rows.payment(), userId: me } as const
    for (const number of [3, 1, 2]) {
      await rows.instalment({ id: id(number), userId: me })
      await rows.instalment({ id: id(10 + number), ...paid })
      await rows.instalment({ id: id(20 + number), orderId, number })
    }
    await rows.instalment({ id: id(20), orderId, ...paid, number: 9 })
    expect(idsOf(await pendingOfUser(tx, me, 9))).toEqual([id(1), id(2), id(3)])
    expect(idsOf(await paidOfUser(tx, me, 9))).toEqual([id(20), id(11), id(12), id(13)])
    expect(await lockPendingOfOrder(tx, orderId)).toEqual([id(21), id(22), id(23)])
    expect(idsOf(await lockInstalments(tx, [id(2), 'x', id(1)]))).toEqual([id(1), id(2)])
  }),
)

test(
  'lists pending instalments of a day and of earlier days by order and number; a page resumes after its last id',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const add = (number: number, row: Parameters<typeof rows.instalment>[0]) =>
      rows.instalment({ id: id(number), userId: me, dueDate: '2026-12-01', ...row })
    await add(4, { orderId: id(72), number: 2 })
    await add(2, { orderId: id(71), number: 2 })
    await add(3, { orderId: id(72), number: 1 })
    await add(1, { orderId: id(71), number: 3 })
    await add(5, { orderId: id(73), dueDate: '2026-11-30' })
    await add(6, { orderId: id(70), dueDate: '2026-12-02' })
    await add(7, { status: 'cancelled' })
    await add(8, { userId: other })
    const due = async (before: string, ...on: string[]) =>
      idsOf(await pendingDue(tx, { userId: me, on, before }))
    expect(await due('2020-01-01', '2026-11-30', '2026-12-01')).toEqual([5, 2, 1, 3, 4].map(id))
    expect(await due('2026-12-02')).toEqual([5, 2, 1, 3, 4].map(id))
    expect(await due('2026-12-01')).toEqual([id(5)])
    expect(await due('2026-12-01', '2026-12-02')).toEqual([5, 6].map(id))
    const page = async (after?: string, limit = 9) =>
      idsOf(await pendingAfter(tx, { userId: me, after, limit }))
    expect(await page()).toEqual([1, 2, 3, 4, 5, 6].map(id))
    expect(await page(id(4))).toEqual([5, 6].map(id))
    expect(await page(id(2), 2)).toEqual([3, 4].map(id))
  }),
)

const one = async (tx: Parameters<typeof instalmentsById>[0], instalment: string) => {
  const [row] = await instalmentsById(tx, [instalment])
  if (!row) throw new Error('no instalment')
  return row
}

test(
  'an instalment changes only from the expected status',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const charge = await rows.charge()
    const [paymentId, otherPayment] = [await rows.payment(), await rows.payment()]
    const [pending, beside] = [await rows.instalment(), await rows.instalment()]
    const paid = await rows.instalment({ status: 'paid', paidWith: paymentId, amount: 300 })
    const statusOf = async (instalment: string) => (await one(tx, instalment)).status
    const money = { chargeId: charge, paymentId: otherPayment, amount: 7, paidAt: at(9) }
    await markPaid(tx, { ...money, id: paid })
    expect(await one(tx, paid)).toMatchObject({ paidWith: paymentId, paidAmount: 300 })
    await markPaid(tx, { ...money, id: pending })
    expect(await one(tx, pending)).toMatchObject({
      ...{ status: 'paid', paidBy: charge, paidWith: otherPayment, paidAmount: 7, paymentDate: at(9) },
    })
    expect(await statusOf(beside)).toBe('pending')

    expect(idsOf(await instalmentsPaidWith(tx, paymentId))).toEqual([paid])
    const back = await rows.instalment({ status: 'refunded', paidWith: paymentId })
    expect(idsOf(await instalmentsPaidWith(tx, paymentId))).toEqual([paid])
    expect(idsOf(await markRefunded(tx, [paid, back, beside]))).toEqual([paid])
    expect([await statusOf(pending), await statusOf(beside)]).toEqual(['paid', 'pending'])

    const [cancelled, renegotiated] = [
      await rows.instalment({ amount: 5 }),
      await rows.instalment({ amount: 8 }),
    ]
    expect(await cancelPending(tx, { ids: [paid] })).toBe(0)
    expect(await cancelPending(tx, { ids: [cancelled] })).toBe(5)
    expect(await cancelPending(tx, { ids: [cancelled, paid] })).toBe(0)
    expect(await cancelPending(tx, { ids: [] })).toBe(0)
    const renegotiatedIn = newId()
    expect(await cancelPending(tx, { ids: [renegotiated, cancelled], renegotiatedIn })).toBe(8)
    expect(await one(tx, renegotiated)).toMatchObject({ status: 'cancelled', renegotiatedIn })
    expect(await one(tx, cancelled)).toMatchObject({ status: 'cancelled', renegotiatedIn: null })
    expect(await statusOf(beside)).toBe('pending')
  }),
)

test(
  'a reversed payment is owed again, unless its order is cancelled',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [paidWith, elsewhere] = [await rows.payment(), await rows.payment()]
    const paid = { status: 'paid' as const, paidWith }
    const cancelledOrder = newId()
    const owed = await rows.instalment(paid)
    await rows.instalment({ ...paid, orderId: cancelledOrder })
    await rows.instalment({ ...paid, status: 'refunded' })
    await rows.instalment({ ...paid, paidWith: elsewhere })
    const again = await reinstateInstalmentsPaidWith(tx, paidWith, [cancelledOrder])
    expect(idsOf(again)).toEqual([owed])
    expect(again[0]).toMatchObject({
      status: 'pending',
      paidWith: null,
      paidBy: null,
      paidAmount: null,
      paymentDate: null,
    })
  }),
)

test(
  'moves a due date only of a pending instalment whose date is unchanged',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [mine, beside] = [await rows.instalment(), await rows.instalment()]
    const paid = await rows.instalment({ status: 'paid', paidWith: await rows.payment() })
    const days = { from: '2026-11-21', to: '2026-12-01' }
    expect(await moveDueDate(tx, { id: mine, from: '2026-11-20', to: '2026-12-01' })).toBe(false)
    expect(await moveDueDate(tx, { id: paid, ...days })).toBe(false)
    expect(await moveDueDate(tx, { id: mine, ...days })).toBe(true)
    expect(await one(tx, mine)).toMatchObject({ dueDate: '2026-12-01', postponedFrom: '2026-11-21' })
    expect(await one(tx, beside)).toMatchObject({ dueDate: '2026-11-21', postponedFrom: null })
  }),
)

test(
  'tells whether instalments are still open, each on its given day',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [first, second] = [await rows.instalment(), await rows.instalment({ dueDate: '2026-12-01' })]
    const paid = await rows.instalment({ status: 'paid', paidWith: await rows.payment() })
    const areOpen = (...named: string[]) => areOpenOn(tx, named)
    expect(await areOpen(`${first}@2026-11-21`, `${second}@2026-12-01`)).toBe(true)
    expect(await areOpen(`${first}@2026-11-21`, `${second}@2026-11-21`)).toBe(false)
    expect(await areOpen(`${first}@2026-11-21`, `${paid}@2026-11-21`)).toBe(false)
    expect(await areOpen(`${newId()}@2026-11-21`)).toBe(false)
  }),
)

test(
  'finds open instalments of an amount by due dates nearest to a day, before and after it',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const due = (dueDate: string, row: object = {}) => rows.instalment({ amount: 500, dueDate, ...row })
    const [before, on, after] = [await due('2026-12-08'), await due('2026-12-10'), await due('2026-12-11')]
    const [edgeBefore, edgeAfter] = [await due('2026-12-05'), await due('2026-12-15')]
    await due('2026-12-04')
    await due('2026-12-16')
    await due('2026-12-10', { amount: 501 })
    await due('2026-12-11', { status: 'cancelled' })
    const find = (each: number) => openOfAmount(tx, { amount: 500, around: '2026-12-10', days: 5, each })
    expect(idsOf(await find(9))).toEqual([on, before, edgeBefore, after, edgeAfter])
    expect(idsOf(await find(1))).toEqual([on, after])
  }),
)

test(
  'a page of open instalments resumes after its last one, in both directions',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const due = (number: number, dueDate: string) => rows.instalment({ id: id(number), dueDate })
    for (const [number, day] of [
      [1, '01'],
      [2, '02'],
      [3, '02'],
      [4, '03'],
      [5, '04'],
    ] as const)
      await due(number, `2026-12-${day}`)
    await rows.instalment({ dueDate: '2026-12-02', status: 'cancelled' })
    const page = async (isNewestFirst: boolean, after?: number, limit = 9, from?: string, to?: string) => {
      const place = after === undefined ? undefined : { dueDate: '2026-12-02', id: id(after) }
      const found = await openPage(tx, { from, to, after: place, limit, isNewestFirst })
      return found.map((row) => Number(row.id.slice(-1)))
    }
    expect(await page(false)).toEqual([1, 2, 3, 4, 5])
    expect(await page(true)).toEqual([5, 4, 3, 2, 1])
    expect(await page(false, 2, 2)).toEqual([3, 4])
    expect(await page(true, 3)).toEqual([2, 1])
    expect(await page(false, undefined, 9, '2026-12-02', '2026-12-03')).toEqual([2, 3, 4])
  }),
)

test(
  'lists open credits oldest first, except those whose refund awaits approval or was refused',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const paymentId = await rows.payment()
    const asked = async (decided: boolean) => {
      const subjectId = await rows.credit({ paymentId, createdAt: at(decided ? 1 : 0), userId: me })
      const decision = decided && { decidedBy: me, decidedAt: at(3), isApproved: false }
      const ask = {
        subjectId,
        kind: 'credit',
        amount: 1,
        ask: {},
        reason: 'x',
        requestedBy: other,
        requestedAt: at(2),
      } as const
      await tx.insert(refundApprovals).values({ ...ask, id: newId(), ask: {} as never, ...decision })
      return subjectId
    }
    const [waiting, declined] = [await asked(false), await asked(true)]
    const open = await rows.credit({ paymentId, createdAt: at(4), userId: me })
    const refunding = await rows.credit({ paymentId, createdAt: at(3), userId: me, status: 'refunding' })
    await rows.credit({ paymentId, userId: me, status: 'refunded' })
    const others = await rows.credit({ paymentId, createdAt: at(9), userId: other })
    const refused = await rows.credit({ paymentId, createdAt: at(8), userId: other })
    const refundId = await rows.refund({ paymentId, creditId: refused, status: 'failed' })
    expect(idsOf(await creditsToDecide(tx, 9))).toEqual([declined, open, others])
    expect(idsOf(await creditsToDecide(tx, 1))).toEqual([declined])
    // Its refused refund is what waits, until it is given up.
    await moveRefund(tx, { id: refundId, status: 'failed' }, 'given_up')
    expect(idsOf(await creditsToDecide(tx, 9))).toEqual([declined, open, refused, others])
    expect(idsOf(await creditsOfUser(tx, me))).toEqual([waiting, declined, refunding, open])
  }),
)

test(
  'lists what is kept of the money for a look-up oldest first, and nothing of another one',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const paymentId = await rows.payment()
    const creditOf = async (
      purposeId: string,
      row: object = {},
      purpose: 'consultation' | 'instalments' = 'consultation',
    ) => rows.credit({ paymentId, chargeId: await rows.charge({ purpose, purposeId }), ...row })
    const [later, first] = [
      await creditOf(id(31), { createdAt: at(2), status: 'refunding' }),
      await creditOf(id(31), { createdAt: at(1) }),
    ]
    await creditOf(id(31), { status: 'refunded' })
    await creditOf(id(32))
    await creditOf(id(31), {}, 'instalments')
    expect(idsOf(await keptCreditsOfLookup(tx, id(31)))).toEqual([first, later])
  }),
)

test(
  'an order’s open credits are those of the charges for its instalments',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [orderId, elsewhere] = [newId(), newId()]
    const charged = async (order: string) => {
      const chargeId = await rows.charge()
      await rows.line(chargeId, await rows.instalment({ orderId: order }))
      return { chargeId, paymentId: await rows.payment({ chargeId }) }
    }
    const [mine, others] = [await charged(orderId), await charged(elsewhere)]
    const [second, first] = [
      await rows.credit({ id: id(2), ...mine }),
      await rows.credit({ id: id(1), ...mine }),
    ]
    await rows.credit({ ...mine, status: 'dismissed' })
    await rows.credit(others)
    expect(idsOf(await openCreditsOfOrder(tx, orderId))).toEqual([first, second])
  }),
)

test(
  'for a charge of two orders, an order’s open credits exclude those for the other order',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const [orderId, elsewhere] = [newId(), newId()]
    const [own, other] = [await rows.instalment({ orderId }), await rows.instalment({ orderId: elsewhere })]
    const chargeId = await rows.charge()
    await rows.line(chargeId, own)
    await rows.line(chargeId, other)
    const paid = { chargeId, paymentId: await rows.payment({ chargeId }) }
    const meant = await rows.credit({ id: id(1), ...paid, reason: 'duplicate', instalmentId: own })
    const theirs = await rows.credit({ id: id(2), ...paid, reason: 'duplicate', instalmentId: other })
    const excess = await rows.credit({ id: id(3), ...paid })
    expect(idsOf(await openCreditsOfOrder(tx, orderId))).toEqual([meant, excess])
    expect(idsOf(await openCreditsOfOrder(tx, elsewhere))).toEqual([theirs, excess])
  }),
)

test(
  'an instalment is under review while money paid for it is neither returned nor resolved',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const mismatch = async (
      credit: Partial<typeof credits.$inferInsert> = {},
      status: 'amount_mismatch' | 'approved' = 'amount_mismatch',
    ) => {
      const chargeId = await rows.charge({ status })
      const instalment = await rows.instalment()
      await rows.line(chargeId, instalment)
      const paymentId = await rows.payment({ chargeId })
      await rows.credit({ paymentId, chargeId, reason: 'partial', ...credit })
      return { chargeId, instalment }
    }
    const [open, refunding] = [await mismatch(), await mismatch({ status: 'refunding' })]
    const not = [
      await mismatch({ status: 'refunded' }),
      await mismatch({ reason: 'excess' }),
      await mismatch({}, 'approved'),
    ]
    const asked = [open, refunding, ...not].map(({ instalment }) => instalment)
    expect(await instalmentsUnderReview(tx, asked)).toEqual(
      new Map([open, refunding].map(({ instalment, chargeId }) => [instalment, chargeId])),
    )
    expect([...(await instalmentsUnderReview(tx, asked.slice(1))).keys()]).toEqual([refunding.instalment])
    expect(await instalmentsUnderReview(tx, [])).toEqual(new Map())
  }),
)

test(
  'splitting a credit loses no centavo; a credit changes state only by the rules',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const paymentId = await rows.payment()
    const payment = await findPayment(tx, paymentId)
    if (!payment) throw new Error('no payment')
    const due = { reason: 'excess' as const, amount: 900, instalmentId: undefined }
    const credit = await insertCredit(tx, { due, payment, charge: undefined }, deps)
    expect(credit).toMatchObject({
      ...{ key: `${paymentId}:excess:`, amount: 900, status: 'open', userId: null, chargeId: null },
      ...{ createdAt: at(5), resolvedAt: null, instalmentId: null },
    })
    const named = await insertCredit(tx, { due, payment, charge: undefined, key: 'own' }, deps)
    expect(named.key).toBe('own')
    const amounts = async () => {
      const all = await tx.select().from(credits)
      return all
        .filter((row) => row.id !== named.id)
        .map(({ amount }) => amount)
        .toSorted((a, b) => a - b)
    }
    expect(await splitCredit(tx, { credit, part: 900 }, deps)).toEqual(credit)
    expect(await amounts()).toEqual([900])
    const part = await splitCredit(tx, { credit, part: 250 }, deps)
    expect(part).toEqual({ ...credit, amount: 250 })
    expect(await amounts()).toEqual([250, 650])
    expect(await takeFromCredit(tx, { credit: part, amount: 250 }, deps)).toBe(credit.id)
    const taken = await takeFromCredit(tx, { credit: part, amount: 100 }, deps)
    expect(taken).not.toBe(credit.id)
    expect(await amounts()).toEqual([100, 150, 650])
    const rest = await tx.select().from(credits)
    expect(rest.find((row) => row.id === credit.id)?.amount).toBe(150)
    expect(rest.find((row) => row.id === taken)?.amount).toBe(100)

    await moveCredit(tx, credit.id, 'refunding', { resolution: 'x' })
    const moved = await tx.select().from(credits)
    expect(moved.filter(({ status }) => status === 'refunding')).toMatchObject([
      { id: credit.id, resolution: 'x' },
    ])
    await expect(moveCredit(tx, credit.id, 'dismissed')).rejects.toThrow(credit.id)
  }),
)

test(
  'finds a reported payment by provider, also when another provider uses the same id',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    await rows.payment({ provider: 'other', providerId: '7', amount: 1 })
    const payment = (providerId: string) =>
      lockReportedPayment(tx, {
        ...{ id: newId(), provider: 'bank', chargeId: null, now: at(3) },
        report: reported({ providerId, reference: 'r', amount: 500 }),
      })
    const inserted = await payment('7')
    expect(inserted).toMatchObject({
      provider: 'bank',
      providerId: '7',
      amount: 500,
      state: null,
      status: '',
    })
    await rows.payment({ providerId: '8' })
    expect(await payment('7')).toEqual(inserted)
    expect(await knownPayments(tx, { provider: 'bank', providerIds: ['7'] })).toEqual(
      new Map([['7', inserted]]),
    )
  }),
)
