// Databases: one. Money that went another way meanwhile, each decision about it in a transaction that is undone.
import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { charges } from '../../../src/modules/payments/charges/tables.server.ts'
import { findCredit } from '../../../src/modules/payments/credits/store.server.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { reviewPayment } from '../../../src/modules/payments/disputes/review-payment.ts'
import { chargeback } from '../../../src/modules/payments/domain/movements.ts'
import { post } from '../../../src/modules/payments/ledger/post.server.ts'
import { ledgerTransactions } from '../../../src/modules/payments/ledger/tables.server.ts'
import { findPayment } from '../../../src/modules/payments/payments/store.server.ts'
import { addAttributions, returnedAmong } from '../../../src/modules/payments/refunds/claims-store.server.ts'
import { fitCredit } from '../../../src/modules/payments/refunds/fit-credit.ts'
import { recordPriceReturned } from '../../../src/modules/payments/refunds/record-refunded.ts'
import { releaseHeldRefunds } from '../../../src/modules/payments/refunds/release-held-refunds.ts'
import { requestRefund } from '../../../src/modules/payments/refunds/request-refund.ts'
import { findRefund } from '../../../src/modules/payments/refunds/store.server.ts'
import { refunds } from '../../../src/modules/payments/refunds/tables.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { at, entriesIn, id, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [payment, other, first, second, third, order] = [id(10), id(11), id(20), id(21), id(22), id(30)]
const done = { status: 'done', origin: 'panel' } as const
const start = (tx: Transaction) => ({ rows: rowsIn(tx), ...depsIn(tx, [scriptedBank([]).bank]) })

async function refundIn(tx: Transaction, refundId: string) {
  const found = await findRefund(tx, refundId)
  if (!found) throw new Error('no refund')
  return found
}
async function paymentIn(tx: Transaction, paymentId = payment) {
  const found = await findPayment(tx, paymentId)
  if (!found) throw new Error('no payment')
  return found
}

test(
  'counts as returned the parts of completed refunds and everything a bank took',
  inside(async (tx) => {
    const { rows } = start(tx)
    await rows.payment({ id: payment })
    await rows.payment({ id: other, state: 'charged_back' })
    const paid = { status: 'paid', paidWith: payment } as const
    for (const one of [first, second]) await rows.instalment({ ...paid, id: one })
    await rows.instalment({ ...paid, id: third, paidWith: other, paidAmount: 7_000 })
    const gone = await rows.instalment({ ...paid, status: 'refunded' })
    const besides = await rows.instalment(paid)
    const part = (instalmentId: string, amount: number) => [{ instalmentId, amount }]
    const back = await rows.refund({ ...done, paymentId: payment })
    await addAttributions(tx, back, [...part(first, 1), ...part(gone, 5), ...part(besides, 1)])
    await addAttributions(tx, await rows.refund({ ...done, paymentId: payment }), part(first, 3_000))
    await addAttributions(tx, await rows.refund({ paymentId: payment }), part(second, 900))
    expect(await returnedAmong(tx, [first, second, third, gone])).toEqual(
      new Map([
        [first, 3_001],
        [third, 7_000],
      ]),
    )
    expect(await returnedAmong(tx, [besides])).toEqual(new Map([[besides, 1]]))
    expect(await returnedAmong(tx, [])).toEqual(new Map())
  }),
)

test(
  'reduces the refundable part of a credit by what banks took meanwhile',
  inside(async (tx) => {
    const { rows, deps } = start(tx)
    await rows.payment({ id: payment })
    const credit = await rows.credit({ id: id(40), paymentId: payment, amount: 5_000, status: 'refunding' })
    const besides = await rows.credit({ id: id(41), paymentId: payment, amount: 300 })
    const taken = { paymentId: payment, origin: 'chargeback', status: 'done' } as const
    await rows.refund({ ...taken, id: id(50), amount: 600 })
    await rows.refund({ ...taken, id: id(51), amount: 300, creditId: besides })
    await rows.refund({ ...taken, id: id(52), amount: 700, reason: 'golpe' })
    const refund = await refundIn(
      tx,
      await rows.refund({ paymentId: payment, creditId: credit, amount: 5_000 }),
    )
    await fitCredit(tx, { refund: { ...refund, creditId: null }, amount: 1 }, deps)
    await fitCredit(tx, { refund, amount: 5_000 }, deps)
    expect(await entriesIn(tx)).toEqual([])

    await fitCredit(tx, { refund, amount: 4_000 }, deps)
    expect((await findCredit(tx, credit))?.amount).toBe(4_000)
    const parts = (await tx.select().from(credits)).filter(({ status }) => status === 'refunded')
    expect(parts.map(({ amount, resolution, resolvedAt }) => [amount, resolution, resolvedAt])).toEqual([
      [600, 'x', at(5)],
      [400, 'golpe', at(5)],
    ])
    const all = (await tx.select().from(refunds).orderBy(asc(refunds.id))).filter(
      ({ origin }) => origin === 'chargeback',
    )
    expect(all.map(({ amount, creditId }) => [amount, creditId]).toSorted()).toEqual(
      [
        [300, besides],
        [300, null],
        [400, parts[1]?.id],
        [600, parts[0]?.id],
      ].toSorted(),
    )
    const keys = (await tx.select().from(ledgerTransactions)).map(({ key }) => key)
    const takenOf = all.filter(({ creditId }) => parts.some((part) => part.id === creditId))
    expect(keys.toSorted()).toEqual(takenOf.map((one) => `taken:${one.id}`).toSorted())
    expect(await entriesIn(tx)).toEqual([
      'chargebacks -400',
      'chargebacks -600',
      'credits 400',
      'credits 600',
    ])
    // Repeated, it takes nothing more: the credit is what its refund returns.
    await fitCredit(tx, { refund, amount: 4_000 }, deps)
    expect(await entriesIn(tx)).toHaveLength(4)
    await fitCredit(tx, { refund, amount: 3_999 }, deps)
    expect((await findCredit(tx, credit))?.amount).toBe(3_999)
  }),
)

test(
  'a look-up’s charge is refunded when its whole price is back, whatever else its payment had',
  inside(async (tx) => {
    const { rows, deps, published } = start(tx)
    const lookup = { purpose: 'consultation', purposeId: id(60), amount: 1_500, status: 'approved' } as const
    const chargeId = await rows.charge({ ...lookup, providerId: 'p', settledAt: at(1) })
    const received = { chargeId, amount: 2_500, receivedAt: at(1) }
    await rows.payment({ ...received, id: payment, providerId: 'p' })
    await rows.payment({ ...received, id: other, providerId: 'twice', amount: 1_500 })
    await rows.credit({ paymentId: payment, amount: 1_000 })
    const status = async () => (await tx.select().from(charges).where(eq(charges.id, chargeId)))[0]?.status
    const back = await rows.refund({ ...done, paymentId: payment, amount: 1_499 })
    await recordPriceReturned(tx, await paymentIn(tx), deps)
    // The money of another payment says nothing of this one.
    await rows.refund({ ...done, paymentId: other, amount: 1_500 })
    await recordPriceReturned(tx, await paymentIn(tx, other), deps)
    expect([await status(), published]).toEqual(['approved', []])

    await tx.update(refunds).set({ amount: 1_500 }).where(eq(refunds.id, back))
    await recordPriceReturned(tx, await paymentIn(tx), deps)
    const purpose = { kind: 'consultation', id: id(60) }
    const changed = { type: 'charge-money.changed', payload: { chargeId, purpose } }
    expect([await status(), published]).toEqual(['refunded', [changed]])
    await recordPriceReturned(tx, await paymentIn(tx), deps)
    expect(published).toHaveLength(1)
  }),
)

test(
  'returns are settled with a reinstated debt up to its amount, attributed ones first',
  inside(async (tx) => {
    const { rows, deps } = start(tx)
    await rows.payment({ id: payment, amount: 15_000, state: 'charged_back', reviewReason: 'charged_back' })
    const paid = { status: 'paid', paidWith: payment, orderId: order } as const
    await rows.instalment({ ...paid, id: first, amount: 10_000 })
    await rows.instalment({ ...paid, id: second, amount: 5_000, number: 2 })
    const taken = await rows.refund({
      ...{ id: id(50), paymentId: payment, amount: 14_500, origin: 'chargeback', status: 'done' },
    })
    await post(tx, { movement: chargeback('bank', 14_500, 'chargebacks'), key: `refund:${taken}` }, deps)
    const part = { paymentId: payment, ...done }
    const attributed = await rows.refund({ ...part, id: id(51), amount: 1_300, unattributed: 1_000 })
    await addAttributions(tx, attributed, [{ instalmentId: first, amount: 300 }])
    // Of an instalment that was not reinstated, and one that waits.
    await addAttributions(tx, attributed, [{ instalmentId: third, amount: 9_999 }])
    await rows.refund({ ...part, id: id(52), amount: 900, unattributed: 900 })
    await rows.refund({ ...part, id: id(53), amount: 50, unattributed: 50, status: 'held' })
    await addAttributions(tx, id(53), [{ instalmentId: first, amount: 40 }])
    const review = { paymentId: payment, reinstateDebt: true, by: id(1), reason: 'x' }
    expect(await reviewPayment(tx, review, deps)).toEqual({ ok: true, value: 15_000 })
    const left = await tx.select().from(refunds).orderBy(asc(refunds.id))
    // R$ 5,00 of the debt had come back, of which R$ 3,00 were attributed.
    expect(left.map(({ unattributed }) => unattributed)).toEqual([0, 800, 900, 50])
  }),
)

test.each([
  ['of this credit', { creditId: id(40) }, 'automatic', 'failed'],
  ['of another credit', { creditId: id(41) }, 'automatic', 'requested'],
  ['that came back meanwhile', { creditId: id(40), lastError: 'came_back' }, 'automatic', 'requested'],
  ['that was completed', { creditId: id(40), status: 'reversed' }, 'automatic', 'requested'],
  ['of this credit, by the team', { creditId: id(40) }, 'team', 'requested'],
] as const)('after the team gave up a refund %s, one %o by %s is %s', (_, before, origin, status) =>
  inside(async (tx) => {
    const { rows, deps, jobs } = start(tx)
    await rows.payment({ id: payment, amount: 5_000, receivedAt: at(1) })
    for (const one of [id(40), id(41)]) await rows.credit({ id: one, paymentId: payment, amount: 2_000 })
    await rows.refund({ paymentId: payment, amount: 2_000, status: 'given_up', ...before })
    const credit = await findCredit(tx, id(40))
    const asked = { payment: await paymentIn(tx), credit, ifUnclear: 'hold', reason: 'late' } as const
    const requested = await requestRefund(tx, { ...asked, origin }, deps)
    if (!requested.ok) throw new Error(requested.code)
    const isHeld = status === 'failed'
    expect(requested.value).toMatchObject({ amount: 2_000, isHeld })
    expect(await refundIn(tx, requested.value.id)).toMatchObject({
      ...{ status, lastError: isHeld ? 'settled_otherwise' : null, creditId: id(40) },
    })
    expect(jobs).toHaveLength(isHeld ? 0 : 1)
    expect((await findCredit(tx, id(40)))?.status).toBe(isHeld ? 'open' : 'refunding')
  })(),
)

type Returned = [row: Partial<typeof refunds.$inferInsert>, of: [instalmentId: string, amount: number][]]
const panel = { ...done, amount: 3_000, createdAt: at(3) } as const
const sentToo = { amount: 3_000, sentAt: at(2), createdAt: at(2), status: 'given_up' } as const
const oneCame: Returned = [panel, [[first, 3_000]]]

test.each<[name: string, of: string[], others: Returned[], status: string]>([
  ['exactly its amount came back of its instalment', [first], [oneCame], 'given_up'],
  [
    'less came back of its instalment',
    [first],
    [[{ ...panel, amount: 2_000 }, [[first, 2_000]]]],
    'requested',
  ],
  ['it came back of another instalment', [first], [[panel, [[second, 3_000]]]], 'requested'],
  ['it had come back before', [first], [[{ ...panel, createdAt: at(1) }, [[first, 3_000]]]], 'requested'],
  ['the return is still unattributed', [first], [[{ ...panel, unattributed: 1 }, [[first, 2_999]]]], 'held'],
  ['the team refunded as much', [first], [[{ ...panel, origin: 'team' }, [[first, 3_000]]]], 'requested'],
  [
    'the return no longer counts',
    [first],
    [[{ ...panel, status: 'reversed' }, [[first, 3_000]]]],
    'requested',
  ],
  [
    'the return was an equal part',
    [first],
    [oneCame, [{ ...sentToo, lastError: 'came_back' }, [[first, 3_000]]]],
    'requested',
  ],
  [
    'the team gave up an equal part',
    [first],
    [oneCame, [{ ...sentToo, lastError: 'refused' }, [[first, 3_000]]]],
    'given_up',
  ],
  [
    'it came back of one instalment, and the other has nothing left',
    [first, second],
    [oneCame, [{ ...done, origin: 'team' }, [[second, 10_000]]]],
    'given_up',
  ],
  [
    'it came back of one instalment, and the other has a centavo left',
    [first, second],
    [oneCame, [{ ...done, origin: 'team', amount: 9_999 }, [[second, 9_999]]]],
    'requested',
  ],
])('a part whose answer was lost: when %s', (_, of, others, status) =>
  inside(async (tx) => {
    const { rows, deps, jobs } = start(tx)
    await rows.payment({ id: payment, amount: 20_000, receivedAt: at(1) })
    for (const one of [first, second]) await rows.instalment({ id: one, status: 'paid', paidWith: payment })
    const lost = {
      paymentId: payment,
      amount: 3_000,
      status: 'held',
      createdAt: at(1),
      sentAt: at(2),
    } as const
    const share = 3_000 / of.length
    const held = await rows.refund(lost)
    await addAttributions(
      tx,
      held,
      of.map((instalmentId) => ({ instalmentId, amount: share })),
    )
    for (const [row, parts] of others) {
      const back = await rows.refund({ paymentId: payment, ...row })
      await addAttributions(
        tx,
        back,
        parts.map(([instalmentId, amount]) => ({ instalmentId, amount })),
      )
    }
    await releaseHeldRefunds(tx, await paymentIn(tx), deps)
    expect(await refundIn(tx, held)).toMatchObject({ status })
    expect(jobs).toEqual(status === 'requested' ? [{ job: 'refunds.issue', refundId: held }] : [])
  })(),
)

test(
  'a part that was never sent is not taken as returned when the same amount came back of its instalment',
  inside(async (tx) => {
    const { rows, deps } = start(tx)
    await rows.payment({ id: payment, amount: 20_000, receivedAt: at(1) })
    await rows.instalment({ id: first, status: 'paid', paidWith: payment })
    const held = await rows.refund({ paymentId: payment, amount: 3_000, status: 'held', createdAt: at(1) })
    for (const refundId of [held, await rows.refund({ ...panel, paymentId: payment })])
      await addAttributions(tx, refundId, [{ instalmentId: first, amount: 3_000 }])
    await releaseHeldRefunds(tx, await paymentIn(tx), deps)
    expect(await refundIn(tx, held)).toMatchObject({ status: 'requested', amount: 3_000 })
  }),
)
