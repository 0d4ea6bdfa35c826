// Databases: one. Credits: each query is tested with rows that it must not find, and each decision with its effect on the
// books.
import { expect, test } from 'vitest'
import { applyCredit, dismissCredit } from '../../../src/modules/payments/credits/decide-credit.ts'
import {
  dueBesideCredits,
  dueBesideCreditsOf,
} from '../../../src/modules/payments/credits/due-beside-credits.ts'
import {
  assignCredit,
  creditsOfPayment,
  creditsOfUser,
  creditsToDecide,
  customerPaidWith,
  findCredit,
  hasKeptCredit,
  lockOpenCredit,
  lockOpenCreditsOf,
  splitCredit,
  takeFromCredit,
  usersWithOpenCredits,
} from '../../../src/modules/payments/credits/store.server.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import type { CreditStatus } from '../../../src/modules/payments/domain/credit.ts'
import { instalmentsById } from '../../../src/modules/payments/instalments/store.server.ts'
import { ledgerTransactions } from '../../../src/modules/payments/ledger/tables.server.ts'
import { findPayment } from '../../../src/modules/payments/payments/store.server.ts'
import {
  insertApproval,
  waitingApprovalOf,
} from '../../../src/modules/payments/refunds/approvals-store.server.ts'
import { claimsOf } from '../../../src/modules/payments/refunds/claims-store.server.ts'
import { refundCredit } from '../../../src/modules/payments/refunds/refund-credit.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { testDatabase } from '../../support/database.ts'
import { at, id, idsOf, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const [me, other, team] = [id(1), id(2), id(3)]
const start = (tx: Transaction) => ({ ...depsIn(tx, [scriptedBank([]).bank]), rows: rowsIn(tx) })

/** Creates credits of one payment, the newest and highest id first, and one of another payment before them. */
async function some(tx: Transaction) {
  const rows = rowsIn(tx)
  const [paymentId, otherPayment] = [await rows.payment(), await rows.payment()]
  const elsewhere = await rows.credit({
    id: id(19),
    paymentId: otherPayment,
    userId: other,
    createdAt: at(3),
  })
  for (const number of [13, 12, 11])
    await rows.credit({ id: id(number), paymentId, userId: me, createdAt: at(number - 10), amount: 500 })
  return { rows, paymentId, elsewhere, mine: [id(11), id(12), id(13)] }
}

test(
  'lists the credits of a payment, of a customer and those that wait, in order',
  inside(async (tx) => {
    const { rows, paymentId, elsewhere, mine } = await some(tx)
    await rows.credit({ id: id(10), paymentId, status: 'applied', userId: me, createdAt: at(0) })
    expect(idsOf(await creditsOfPayment(tx, paymentId))).toEqual([id(10), ...mine])
    expect(idsOf(await lockOpenCreditsOf(tx, paymentId))).toEqual(mine)
    expect((await lockOpenCredit(tx, id(12)))?.id).toBe(id(12))
    expect(await lockOpenCredit(tx, id(10))).toBeUndefined()
    expect(idsOf(await creditsOfUser(tx, me))).toEqual(mine)
    await tx.update(credits).set({ createdAt: at(9) })
    await rows.credit({ id: id(9), paymentId, createdAt: at(8) })
    expect(idsOf(await creditsToDecide(tx, 9))[0]).toBe(id(9))
    expect(idsOf(await creditsToDecide(tx, 9))).toContain(elsewhere)
    expect(await creditsToDecide(tx, 2)).toHaveLength(2)
  }),
)

test(
  'assigning an owner changes only that credit; its parts are named after it',
  inside(async (tx) => {
    await some(tx)
    const { deps } = start(tx)
    await assignCredit(tx, id(12), { chargeId: null, userId: other, instalmentId: null })
    const owners = (await tx.select().from(credits)).map((row) => [row.id, row.userId] as const)
    expect(new Map(owners)).toEqual(
      new Map([
        [id(11), me],
        [id(12), other],
        [id(13), me],
        [id(19), other],
      ]),
    )
    const credit = await findCredit(tx, id(11))
    if (!credit) throw new Error('no credit')
    await splitCredit(tx, { credit, part: 200 }, deps)
    const taken = await takeFromCredit(tx, { credit: { ...credit, amount: 200 }, amount: 50 }, deps)
    const parts = (await tx.select().from(credits)).filter(({ key }) => key.startsWith(`${credit.key}/`))
    expect(parts.map((row) => row.key).toSorted()).toEqual(
      parts.map((row) => `${credit.key}/${row.id}`).toSorted(),
    )
    expect(parts.map(({ amount }) => amount).toSorted()).toEqual([300, 50])
    expect(parts.find((row) => row.id === taken)?.amount).toBe(50)
  }),
)

test(
  'does not apply a credit to an already paid instalment; dismisses it in the books once',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const paymentId = await rows.payment()
    const open = await rows.instalment({ userId: me, amount: 100 })
    const paid = await rows.instalment({
      userId: me,
      number: 2,
      amount: 100,
      status: 'paid',
      paidWith: paymentId,
    })
    const creditId = await rows.credit({ paymentId, userId: me, amount: 500 })
    const use = { creditId, forgive: false, by: team, reason: 'x' }
    for (const instalmentIds of [
      [open, paid],
      [paid, open],
    ])
      expect(await applyCredit(tx, { ...use, instalmentIds }, deps)).toEqual({
        ok: false,
        code: 'not_pending',
      })
    expect(await dismissCredit(tx, use, deps)).toEqual({ ok: true, value: 500 })
    expect(await tx.select().from(ledgerTransactions)).toMatchObject([{ key: `credit:${creditId}` }])
  }),
)

test.each([
  ['less than', 499, { ok: true, value: { forgiven: 0 } }],
  ['exactly', 500, { ok: true, value: { forgiven: 0 } }],
  ['more than', 501, { ok: false, code: 'changed_meanwhile' }],
])(
  'a credit partly returned since it was read pays only up to its rest: an instalment of %s the rest',
  (_, amount, answer) =>
    inside(async (tx) => {
      const { deps, rows } = start(tx)
      const creditId = await rows.credit({ paymentId: await rows.payment(), userId: me, amount: 500 })
      const instalmentIds = [await rows.instalment({ userId: me, amount })]
      const use = { creditId, instalmentIds, seenAmount: 600, forgive: true, by: team, reason: 'x' }
      expect(await applyCredit(tx, use, deps)).toMatchObject(answer)
    })(),
)

test(
  'an instalment that a credit paid has the receipt of the charge that was for it and that this money settled, otherwise its own',
  inside(async (tx) => {
    const { deps, rows, published } = start(tx)
    const apply = async (
      charge: Parameters<typeof rows.charge>[0] | undefined,
      { isAsked = false, providerId = newId() } = {},
    ) => {
      const chargeId = charge ? await rows.charge(charge) : null
      const paymentId = await rows.payment({ chargeId, providerId, amount: 70, approvedAt: at(-24 * 60) })
      const creditId = await rows.credit({ paymentId, chargeId, userId: me, amount: 70 })
      const instalmentId = await rows.instalment({ userId: me, amount: 70 })
      if (isAsked && chargeId) await rows.line(chargeId, instalmentId)
      const use = { creditId, instalmentIds: [instalmentId], forgive: false, by: team, reason: 'x' }
      expect(await applyCredit(tx, use, deps)).toMatchObject({ ok: true, value: { forgiven: 0 } })
      return { chargeId, instalmentId, paymentId }
    }
    const first = {
      userId: me,
      amount: 100,
      status: 'amount_mismatch',
      providerId: 'first',
      settledAt: at(0),
    } as const
    const { chargeId } = await apply(first, { isAsked: true, providerId: 'first' })
    const others = [
      await apply({ userId: me }),
      await apply({ userId: me, providerId: 'another', settledAt: at(0) }, { isAsked: true }),
      await apply({ userId: me, providerId: 'unsettled' }, { isAsked: true, providerId: 'unsettled' }),
      await apply({ userId: me, purpose: 'consultation', purposeId: id(9) }),
      await apply({ userId: null }),
      await apply(undefined),
    ]
    expect(published.filter(({ type }) => type === 'instalment.credited')).toMatchObject(
      others.map(({ instalmentId, paymentId }) => ({
        payload: { instalmentId, paymentId, userId: me, amount: 70 },
      })),
    )
    expect(published.filter(({ type }) => type === 'charge.settled')).toMatchObject([
      { payload: { chargeId, userId: me, amount: 100, received: 70, paidOn: '2026-11-20' } },
    ])
  }),
)

test(
  'several instalments of a charge share its receipt; others have their own, if anything paid them',
  inside(async (tx) => {
    const { deps, rows, published } = start(tx)
    const chargeId = await rows.charge({ userId: me, amount: 100, providerId: 'first', settledAt: at(0) })
    const paymentId = await rows.payment({ chargeId, providerId: 'first', amount: 101 })
    const creditId = await rows.credit({ paymentId, chargeId, userId: me, amount: 101 })
    const instalment = (at: number, amount: number) =>
      rows.instalment({ id: id(at), userId: me, amount, number: at })
    // In the order in which they are locked: the second gets what is left of the credit, a centavo; the third nothing.
    const [asked, other, unpaid] = [
      await instalment(31, 100),
      await instalment(32, 50),
      await instalment(33, 50),
    ]
    await rows.line(chargeId, asked)
    const use = { creditId, instalmentIds: [asked, other, unpaid], forgive: true, by: team, reason: 'x' }
    expect(await applyCredit(tx, use, deps)).toEqual({
      ok: true,
      value: { amount: 101, forgiven: 99, paid: [31, 32, 33].map((number) => ({ kind: 'parcela', number })) },
    })
    const receipts = published.filter(({ type }) => type !== 'instalment.paid')
    expect(receipts).toMatchObject([
      { type: 'charge.settled', payload: { chargeId } },
      { type: 'instalment.credited', payload: { instalmentId: other, paymentId, amount: 1 } },
    ])
    expect(receipts).toHaveLength(2)
  }),
)

test(
  'money without a charge is of the one customer whose instalments it has paid',
  inside(async (tx) => {
    const { rows, deps } = start(tx)
    const paymentId = await rows.payment({ amount: 300 })
    const creditId = await rows.credit({ paymentId, userId: null, amount: 300 })
    await rows.credit({ paymentId: await rows.payment(), userId: id(9), status: 'applied' })
    await rows.credit({ paymentId, userId: id(9), status: 'refunded', amount: 1 })
    expect(await customerPaidWith(tx, paymentId)).toBeUndefined()
    const use = async (of: string, userId: string) => {
      const instalmentIds = [await rows.instalment({ userId, amount: 100 })]
      const what = { creditId: of, instalmentIds, forgive: false, by: team, reason: 'x' }
      expect(await applyCredit(tx, what, deps)).toMatchObject({ ok: true })
      return (await creditsOfPayment(tx, paymentId)).find(({ status }) => status === 'open')?.id ?? ''
    }
    const rest = await use(creditId, me)
    expect(await customerPaidWith(tx, paymentId)).toBe(me)
    expect(await findCredit(tx, rest)).toMatchObject({ userId: null })
    const last = await use(rest, me)
    expect(await customerPaidWith(tx, paymentId)).toBe(me)
    await use(last, id(8))
    expect(await customerPaidWith(tx, paymentId)).toBeUndefined()
  }),
)

test(
  'finds whether money of a charge is still kept for its payer',
  inside(async (tx) => {
    const { rows } = start(tx)
    const [chargeId, elsewhere] = [await rows.charge(), await rows.charge()]
    const paymentId = await rows.payment({ chargeId })
    const keptAfter = async (status: CreditStatus, of = chargeId) => {
      await rows.credit({ paymentId, chargeId: of, status })
      return hasKeptCredit(tx, chargeId)
    }
    expect(await hasKeptCredit(tx, chargeId)).toBe(false)
    for (const status of ['refunded', 'applied', 'dismissed', 'matched'] as const)
      expect(await keptAfter(status), status).toBe(false)
    expect(await keptAfter('open', elsewhere)).toBe(false)
    expect(await keptAfter('refunding')).toBe(true)
    expect(await keptAfter('open')).toBe(true)
  }),
)

test(
  'refuses every use of a credit whose money was not received',
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const creditId = await rows.credit({
      paymentId: await rows.payment({ receivedAt: null }),
      chargeId: newId(),
    })
    expect(await refundCredit(tx, { creditId, isOurs: true, by: team, reason: 'x' }, deps)).toEqual({
      ...{ ok: false, code: 'not_paid' },
    })
  }),
)

test(
  'attributes a look-up’s payment to the centavo, without a credit that was matched',
  inside(async (tx) => {
    const { rows } = start(tx)
    const chargeId = await rows.charge({ purpose: 'consultation', purposeId: id(9), amount: 101 })
    const paymentId = await rows.payment({ chargeId, amount: 101, receivedAt: at(1) })
    await rows.credit({ paymentId, amount: 100, status: 'matched' })
    const claims = async () => {
      const payment = await findPayment(tx, paymentId)
      if (!payment) throw new Error('no payment')
      return (await claimsOf(tx, payment, { counting: 'active' })).map(({ kind, rest }) => [kind, rest])
    }
    expect(await claims()).toEqual([['sale', 101]])
    await rows.credit({ paymentId, amount: 100, status: 'applied' })
    expect(await claims()).toEqual([['sale', 1]])
  }),
)

test(
  'an approval is open for its subject until it is decided',
  inside(async (tx) => {
    const ask = (number: number, subjectId: string, decided: boolean) =>
      insertApproval(tx, {
        ...{ id: id(number), kind: 'credit', subjectId, amount: 1, ask: {} as never, reason: 'x' },
        ...{ requestedBy: me, requestedAt: at(0) },
        ...(decided && { decidedBy: team, decidedAt: at(1), isApproved: false }),
      })
    await ask(21, id(31), true)
    await ask(22, id(32), false)
    const open = await Promise.all([31, 32, 33].map((number) => waitingApprovalOf(tx, id(number))))
    expect(open.map((approval) => approval?.id)).toEqual([undefined, id(22), undefined])
  }),
)

test.each([
  ['a fee alone', { lateFee: 1, lateInterest: 0 }],
  ['interest alone', { lateFee: 0, lateInterest: 1 }],
])('with %s an instalment whose money waits to be booked has no late charges, and another has', (_, terms) =>
  inside(async (tx) => {
    const { deps, rows } = start(tx)
    const overdue = { userId: me, dueDate: '2026-10-01', amount: 1_000_000 }
    const [waits, late] = [await rows.instalment(overdue), await rows.instalment(overdue)]
    const chargeId = await rows.charge({ userId: me })
    await rows.line(chargeId, waits)
    await rows.setAside({ chargeId })
    // Credits that go back, or wait for their own instalments, pay for nothing else.
    for (const credit of [{ reason: 'late' }, { reason: 'partial' }, { status: 'refunding' }] as const)
      await rows.credit({ paymentId: await rows.payment(), userId: me, amount: 9_000_000, ...credit })
    const found = await instalmentsById(tx, [waits, late])
    const withTerms = { ...deps, terms: { ...terms, earlyPayoff: false } }
    const forTeam = await dueBesideCreditsOf(withTerms, found)
    const forOwner = await dueBesideCredits(tx, { userId: me, documento: '52998224725' }, withTerms)
    for (const dueOf of [forTeam, forOwner]) {
      const totals = new Map(found.map((row) => [row.id, dueOf(row).total]))
      expect(totals.get(waits)).toBe(1_000_000)
      expect(totals.get(late)).toBeGreaterThan(1_000_000)
    }
  })(),
)

test(
  'the team too is shown no late charges of an instalment whose payment waits for a review',
  inside(async (tx) => {
    const { rows, deps } = start(tx)
    const overdue = { userId: me, amount: 1_000_000, dueDate: '2026-10-01' } as const
    const [waits, late] = [await rows.instalment(overdue), await rows.instalment({ ...overdue, number: 2 })]
    const chargeId = await rows.charge({ userId: me })
    await rows.line(chargeId, waits)
    await rows.payment({ chargeId, approvedAt: at(1), receivedAt: null, reviewReason: 'unknown_status' })
    const terms = { lateFee: 200, lateInterest: 100, earlyPayoff: false }
    const dueOf = await dueBesideCreditsOf({ ...deps, terms }, await instalmentsById(tx, [waits, late]))
    const totals = new Map(
      (await instalmentsById(tx, [waits, late])).map((row) => [row.id, dueOf(row).total]),
    )
    expect(totals.get(waits)).toBe(1_000_000)
    expect(totals.get(late)).toBeGreaterThan(1_000_000)
  }),
)

test(
  'finds which of some customers have an open credit',
  inside(async (tx) => {
    const { rows } = start(tx)
    const paymentId = await rows.payment()
    for (const userId of [me, me, team]) await rows.credit({ paymentId, userId })
    await rows.credit({ paymentId, userId: other, status: 'applied' })
    expect(await usersWithOpenCredits(tx, [me, other])).toEqual([me])
  }),
)
