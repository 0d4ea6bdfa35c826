// Databases: one. What a lost or won dispute does to instalments, refunds and the books, each step in a transaction that is undone.
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { recordDisputeWon } from '../../../src/modules/payments/disputes/record-dispute-won.ts'
import {
  acceptSecondPayment,
  reviewSecondPayment,
} from '../../../src/modules/payments/disputes/review-paid-again.ts'
import { reviewPayment } from '../../../src/modules/payments/disputes/review-payment.ts'
import {
  reviewRegained,
  reviewRegainedCharge,
} from '../../../src/modules/payments/disputes/review-regained.ts'
import { chargeback } from '../../../src/modules/payments/domain/movements.ts'
import { paidInDispute } from '../../../src/modules/payments/domain/refund.ts'
import { billedBy } from '../../../src/modules/payments/instalments/notify-payer.ts'
import { instalmentsById } from '../../../src/modules/payments/instalments/store.server.ts'
import { post } from '../../../src/modules/payments/ledger/post.server.ts'
import { findPayment } from '../../../src/modules/payments/payments/store.server.ts'
import { replaceAttributions } from '../../../src/modules/payments/refunds/claims-store.server.ts'
import { refunds } from '../../../src/modules/payments/refunds/tables.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { at, entriesIn, id, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [order, cancelled, team, me] = [id(1), id(2), id(3), id(4)]
const [payment, first, second] = [id(10), id(11), id(12)]
const won = { origin: 'chargeback', status: 'reversed' } as const

/** Creates a payment of R$ 150,00 for one instalment of R$ 100,00 and one of R$ 50,00, of the same order. */
async function paid(tx: Transaction, row: object = {}) {
  const rows = rowsIn(tx)
  await rows.payment({ id: payment, amount: 15_000, ...row })
  const part = { orderId: order, status: 'paid', paidWith: payment } as const
  await rows.instalment({ ...part, id: first, amount: 10_000 })
  await rows.instalment({ ...part, id: second, amount: 5_000, number: 2 })
  return { rows, ...depsIn(tx, [scriptedBank([]).bank]) }
}

const refundsIn = async (tx: Transaction) =>
  (await tx.select().from(refunds).orderBy(asc(refunds.createdAt), asc(refunds.id))).map(
    ({ origin, amount, status }) => `${origin} ${amount} ${status}`,
  )
const paymentIn = async (tx: Transaction) => {
  const found = await findPayment(tx, payment)
  if (!found) throw new Error('no payment')
  return found
}

test(
  'a won dispute of a cancelled order becomes an item for review once, with its amount',
  inside(async (tx) => {
    const { rows, deps } = await paid(tx)
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(0)
    await rows.refund({ ...won, id: id(20), paymentId: payment, amount: 15_000 })
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(15_000)
    expect(await refundsIn(tx)).toEqual(['chargeback 15000 reversed', 'automatic 15000 failed'])
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(0)
    expect(await refundsIn(tx)).toHaveLength(2)
  }),
)

test.each([
  ['charged_back', 0],
  ['approved', 15_000],
] as const)('a payment that is %s has %i centavos for review', (state, amount) =>
  inside(async (tx) => {
    const { rows, deps } = await paid(tx, { state })
    await rows.refund({ ...won, id: id(20), paymentId: payment, amount: 15_000 })
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(amount)
  })(),
)

test(
  'adds the last centavo for review too',
  inside(async (tx) => {
    const { rows, deps } = await paid(tx)
    await rows.refund({ ...won, id: id(20), paymentId: payment, amount: 15_000 })
    await rows.refund({ id: id(19), paymentId: payment, amount: 14_999, origin: 'panel', status: 'done' })
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(1)
  }),
)

test(
  'adds no instalment whose refund was requested since or is undecided',
  inside(async (tx) => {
    const { rows, deps } = await paid(tx)
    await rows.refund({ ...won, id: id(21), paymentId: payment, amount: 15_000 })
    const earlier = await rows.refund({ id: id(20), paymentId: payment, amount: 10_000, status: 'given_up' })
    await rows.refunded(earlier, first)
    const since = await rows.refund({ id: id(22), paymentId: payment, amount: 5_000, status: 'given_up' })
    await rows.refunded(since, second)
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(10_000)
    // Both are undecided or requested since now.
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(0)
  }),
)

test(
  'adds nothing for the price of a look-up whose excess paid an instalment, once that was refunded',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    const lookup = { purpose: 'consultation', purposeId: id(30), amount: 1_990 } as const
    const chargeId = await rows.charge({ ...lookup, providerId: 'p', settledAt: at(1), status: 'approved' })
    await rows.payment({ id: payment, providerId: 'p', chargeId, amount: 2_090, receivedAt: at(1) })
    await rows.credit({ paymentId: payment, chargeId, amount: 100, status: 'applied' })
    await rows.instalment({ id: first, orderId: order, status: 'paid', paidWith: payment, amount: 100 })
    await rows.refund({ ...won, id: id(20), paymentId: payment, chargeId, amount: 2_090 })
    const since = await rows.refund({ id: id(21), paymentId: payment, amount: 100, status: 'given_up' })
    await rows.refunded(since, first)
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(0)
    expect(await refundsIn(tx)).toHaveLength(2)
  }),
)

test(
  'adds nothing for a fully refunded payment, nor if only a credit was taken back',
  inside(async (tx) => {
    const { rows, deps } = await paid(tx)
    const credit = await rows.credit({ paymentId: payment, amount: 1 })
    await rows.refund({ ...won, id: id(20), paymentId: payment, amount: 15_000, creditId: credit })
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(0)
    // Neither a lasting chargeback nor a given-up refund is a won dispute.
    await rows.refund({ id: id(21), paymentId: payment, amount: 1, origin: 'chargeback', status: 'given_up' })
    await rows.refund({ id: id(22), paymentId: payment, amount: 1, origin: 'panel', status: 'reversed' })
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(0)
    await rows.refund({ ...won, id: id(23), paymentId: payment, amount: 15_000 })
    await rows.refund({ id: id(19), paymentId: payment, amount: 15_000, origin: 'panel', status: 'done' })
    expect(await reviewRegained(tx, { orderId: order }, deps)).toBe(0)
    expect(await refundsIn(tx)).toHaveLength(5)
  }),
)

test(
  'adds for review, once, what a won dispute returned for a look-up that another charge paid',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    const lookup = { purpose: 'consultation', purposeId: id(30), amount: 1_990 } as const
    const chargeId = await rows.charge({ ...lookup, providerId: 'p', settledAt: at(1), status: 'approved' })
    await rows.payment({ id: payment, providerId: 'p', chargeId, amount: 1_990, receivedAt: at(1) })
    expect(await reviewRegainedCharge(tx, { chargeId }, deps)).toBe(0)
    await rows.refund({ ...won, id: id(20), paymentId: payment, chargeId, amount: 1_990 })
    expect(await reviewRegainedCharge(tx, { chargeId }, deps)).toBe(1_990)
    expect(await reviewRegainedCharge(tx, { chargeId }, deps)).toBe(0)
    expect(await reviewRegainedCharge(tx, { chargeId: id(99) }, deps)).toBe(0)
  }),
)

/** Creates the second payment, of R$ 19,90, of a look-up whose first one is disputed. */
async function paidAgain(tx: Transaction, row: object = {}) {
  const rows = rowsIn(tx)
  const { deps } = depsIn(tx, [scriptedBank([]).bank])
  const lookup = { purpose: 'consultation', purposeId: id(30), amount: 1_990 } as const
  const chargeId = await rows.charge({ ...lookup, providerId: 'p', settledAt: at(1), status: 'approved' })
  await rows.payment({
    ...{ id: payment, providerId: 'p', chargeId, amount: 1_990, receivedAt: at(1), ...row },
  })
  const waits = { paymentId: payment, chargeId, amount: 1_990, lastError: paidInDispute } as const
  return { rows, deps, chargeId, waits }
}

test(
  'the second payment of a disputed look-up becomes an item for review once, and pays for it when the first is gone',
  inside(async (tx) => {
    const { deps, chargeId } = await paidAgain(tx)
    expect(await acceptSecondPayment(tx, { consultationId: id(30) })).toBeUndefined()
    expect(await reviewSecondPayment(tx, { chargeId }, deps)).toBe(1_990)
    expect(await reviewSecondPayment(tx, { chargeId }, deps)).toBe(0)
    expect(await refundsIn(tx)).toEqual(['automatic 1990 failed'])
    expect(await acceptSecondPayment(tx, { consultationId: id(31) })).toBeUndefined()
    expect(await acceptSecondPayment(tx, { consultationId: id(30) })).toBe(chargeId)
    expect(await refundsIn(tx)).toEqual(['automatic 1990 given_up'])
  }),
)

test(
  'an unknown charge, or one that no payment settled, has no second payment to review',
  inside(async (tx) => {
    const { rows, deps } = await paidAgain(tx)
    expect(await reviewSecondPayment(tx, { chargeId: id(99) }, deps)).toBe(0)
    const open = await rows.charge({ purpose: 'consultation', purposeId: id(30) })
    expect(await reviewSecondPayment(tx, { chargeId: open }, deps)).toBe(0)
    expect(await refundsIn(tx)).toEqual([])
  }),
)

test(
  'a waiting second payment of another look-up delays none',
  inside(async (tx) => {
    const { rows, deps, chargeId, waits } = await paidAgain(tx)
    const other = await rows.charge({ purpose: 'consultation', purposeId: id(31) })
    await rows.refund({ ...waits, chargeId: other, amount: 5, status: 'failed' })
    expect(await reviewSecondPayment(tx, { chargeId }, deps)).toBe(1_990)
  }),
)

test.each([
  ['failed', true],
  ['given_up', true],
  ['requested', false],
  ['done', false],
] as const)('a second payment whose refund is %s pays for its look-up: %s', (status, pays) =>
  inside(async (tx) => {
    const { rows, chargeId, waits } = await paidAgain(tx)
    await rows.refund({ ...waits, status })
    expect(await acceptSecondPayment(tx, { consultationId: id(30) })).toBe(pays ? chargeId : undefined)
  })(),
)

test(
  'a refund for another reason is no second payment that waits',
  inside(async (tx) => {
    const { rows, waits } = await paidAgain(tx)
    await rows.refund({ ...waits, lastError: null, status: 'failed' })
    expect(await acceptSecondPayment(tx, { consultationId: id(30) })).toBeUndefined()
  }),
)

test.each([
  ['a bank took it', { state: 'charged_back' }, 0],
  ['a part of it went back', {}, 1],
  ['all of it went back', {}, 1_990],
] as const)('a second payment does not pay for its look-up when %s', (_, row, refunded) =>
  inside(async (tx) => {
    const { rows, waits } = await paidAgain(tx, row)
    await rows.refund({ ...waits, status: 'failed' })
    if (refunded > 0)
      await rows.refund({ paymentId: payment, amount: refunded, origin: 'panel', status: 'done' })
    expect(await acceptSecondPayment(tx, { consultationId: id(30) })).toBeUndefined()
    expect(await refundsIn(tx)).toContain('team 1990 failed')
  })(),
)

test.each(['pending', 'cancelled', 'unknown'] as const)(
  'a report of %s wins no dispute: whether the money is there is uncertain',
  (state) =>
    inside(async (tx) => {
      const { rows, deps } = await paid(tx, { state })
      await rows.refund({ paymentId: payment, amount: 15_000, origin: 'chargeback', status: 'done' })
      const facts = { payment: await paymentIn(tx), charge: undefined, chargedBack: 0 }
      await recordDisputeWon(tx, facts, deps)
      expect(await refundsIn(tx)).toEqual(['chargeback 15000 done'])
      expect(await entriesIn(tx)).toEqual([])
    })(),
)

test.each([
  ['one customer', [me, me], me],
  ['two customers', [me, id(5)], null],
] as const)(
  'money without a charge that paid instalments of %s is, after a reinstated debt and a won dispute, a credit of whom it is certain to be',
  (_, users, owner) =>
    inside(async (tx) => {
      const { rows, deps, sent } = await paid(tx, { state: 'approved' })
      for (const userId of users)
        await rows.credit({ paymentId: payment, userId, amount: 7_500, status: 'applied' })
      await rows.refund({ paymentId: payment, amount: 15_000, origin: 'chargeback', status: 'done' })
      const facts = { payment: await paymentIn(tx), charge: undefined, chargedBack: 0 }
      await recordDisputeWon(tx, facts, deps)
      const regained = (await tx.select().from(credits)).filter(({ status }) => status === 'open')
      expect(regained).toMatchObject([{ amount: 15_000, userId: owner, reason: 'unmatched' }])
      expect(sent.map(({ kind }) => kind)).toEqual(owner ? ['credit.kept'] : [])
    })(),
)

test(
  'of money without a charge nobody is notified who may not have paid it',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const mine = await rows.instalment({ id: first, userId: me, orderId: order })
    const theirs = await rows.instalment({ id: second, userId: id(5), orderId: cancelled })
    const billed = async (ids: string[]) =>
      billedBy(await instalmentsById(tx, ids), { amount: 10_000, provider: 'bank' })
    expect(await billed([mine])).toMatchObject({ userId: me, orderId: order })
    expect(await billed([mine, theirs])).toBeUndefined()
    expect(await billed([])).toBeUndefined()
  }),
)

test(
  'reinstating a debt takes back the discounts of its own instalments, not of a cancelled order',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    await rows.payment({ id: payment, amount: 12_000, state: 'charged_back', reviewReason: 'charged_back' })
    const part = { status: 'paid', paidWith: payment } as const
    await rows.instalment({ ...part, id: first, orderId: order, amount: 10_000, paidAmount: 9_000 })
    await rows.instalment({ ...part, id: second, orderId: cancelled, amount: 5_000, paidAmount: 3_000 })
    const decision = { by: team, reason: 'x', reinstateDebt: true, cancelledOrders: [cancelled] }
    expect(await reviewPayment(tx, { paymentId: payment, ...decision }, deps)).toEqual({
      ok: true,
      value: 10_000,
    })
    expect(await entriesIn(tx)).toEqual(['discounts -1000', 'receivable 10000', 'refunds -9000'])
  }),
)

test(
  'reinstating a debt takes back no discount when late charges made the payment higher than the debt',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    await rows.payment({ id: payment, amount: 10_200, state: 'charged_back', reviewReason: 'charged_back' })
    const late = { status: 'paid', paidWith: payment, amount: 10_000, paidAmount: 10_200 } as const
    await rows.instalment({ ...late, id: first, orderId: order })
    const decision = { by: team, reason: 'x', reinstateDebt: true }
    expect(await reviewPayment(tx, { paymentId: payment, ...decision }, deps)).toEqual({
      ok: true,
      value: 10_000,
    })
    expect(await entriesIn(tx)).toEqual(['late_charges 200', 'receivable 10000', 'refunds -10200'])
  }),
)

test.each<[name: string, taken: number, back: number[], attributed: number, left: number[]]>([
  ['nothing, where the bank took as much as is owed again', 12_000, [3_000], 0, [3_000]],
  ['as much as the bank did not take, earliest first', 7_000, [1_000, 4_000, 3_000], 0, [0, 2_000, 3_000]],
  ['less, where a part is already attributed', 7_000, [4_000, 4_000], 1_000, [2_000, 4_000]],
  ['nothing, where more is already attributed', 7_000, [4_000], 4_000, [4_000]],
  ['a centavo', 9_999, [3_000], 0, [2_999]],
])('earlier returns of a reinstated debt are settled with it: %s', (_, taken, back, attributed, left) =>
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    await rows.payment({ id: payment, amount: 15_000, state: 'charged_back', reviewReason: 'charged_back' })
    const part = { status: 'paid', paidWith: payment } as const
    await rows.instalment({ ...part, id: first, orderId: order, amount: 10_000 })
    await rows.instalment({ ...part, id: second, orderId: cancelled, amount: 5_000 })
    const gone = { paymentId: payment, origin: 'panel', amount: 5_000 } as const
    const undone = await rows.refund({ ...gone, id: id(20), status: 'reversed', unattributed: 500 })
    const returns: string[] = []
    for (const [index, unattributed] of back.entries())
      returns.push(await rows.refund({ ...gone, id: id(21 + index), status: 'done', unattributed }))
    for (const refundId of [undone, returns[0] ?? ''])
      if (attributed > 0)
        await replaceAttributions(tx, refundId, [
          { instalmentId: first, amount: attributed },
          { instalmentId: second, amount: 7 },
        ])
    const bank = await rows.refund({
      ...gone,
      id: id(30),
      origin: 'chargeback',
      status: 'done',
      amount: taken,
    })
    await post(tx, { movement: chargeback('bank', taken, 'chargebacks'), key: `refund:${bank}` }, deps)
    const decision = { by: team, reason: 'x', reinstateDebt: true, cancelledOrders: [cancelled] }
    expect(await reviewPayment(tx, { paymentId: payment, ...decision }, deps)).toEqual({
      ok: true,
      value: 10_000,
    })
    const after = await tx.select().from(refunds).orderBy(asc(refunds.id))
    expect(after.map(({ unattributed }) => unattributed)).toEqual([500, ...left, 0])
  })(),
)

test(
  'a decision applies only to the review reason that the person saw',
  inside(async (tx) => {
    const { deps } = await paid(tx, { state: 'charged_back', reviewReason: 'charged_back' })
    const decide = (seenReason: string) =>
      reviewPayment(tx, { paymentId: payment, reinstateDebt: false, seenReason, by: team, reason: 'x' }, deps)
    expect(await decide('in_mediation')).toEqual({ ok: false, code: 'changed_meanwhile' })
    expect((await paymentIn(tx)).reviewReason).toBe('charged_back')
    expect(await decide('charged_back')).toEqual({ ok: true, value: 0 })
  }),
)

test.each([
  ['bank', ['debt.reinstated']],
  // Its own message says that it was recorded by mistake.
  ['manual', []],
] as const)('notifies the payer of a reinstated debt: at the provider %s by %j', (provider, kinds) =>
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const { deps, sent } = depsIn(tx, [scriptedBank([]).bank])
    const chargeId = await rows.charge({ description: 'Limpeza de Nome, entrada' })
    const taken = { state: 'charged_back', reviewReason: 'charged_back' } as const
    await rows.payment({ id: payment, provider, chargeId, ...taken })
    await rows.instalment({ id: first, orderId: order, status: 'paid', paidWith: payment })
    const review = { paymentId: payment, by: team, reason: 'x' }
    await reviewPayment(tx, { ...review, reinstateDebt: true }, deps)
    expect(sent.map(({ kind }) => kind)).toEqual(kinds)
    for (const { text } of sent)
      for (const part of ['R$ 100,00', 'Limpeza de Nome, entrada', 'https://exemplo.com.br/p'])
        expect(text.replaceAll('\u00a0', ' ')).toContain(part)
  })(),
)

test(
  'reinstates no debt that was written off, and notifies nobody',
  inside(async (tx) => {
    const { deps, sent } = await paid(tx, { state: 'charged_back', reviewReason: 'charged_back' })
    const review = { paymentId: payment, reinstateDebt: false, by: team, reason: 'x' }
    expect(await reviewPayment(tx, review, deps)).toEqual({ ok: true, value: 0 })
    expect(sent).toEqual([])
  }),
)
