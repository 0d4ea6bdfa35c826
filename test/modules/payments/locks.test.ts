// Databases: postgres. The embedded database has one connection, so transactions cannot collide there.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { ok } from '../../../src/core/outcome.ts'
import {
  findCharge,
  lockCharge,
  lockOpenBySelection,
  lockReportedCharge,
} from '../../../src/modules/payments/charges/store.server.ts'
import { lockCreditAndPayment } from '../../../src/modules/payments/credits/lock-credit.ts'
import {
  creditsOfPayment,
  lockOpenCredit,
  lockOpenCreditsOf,
} from '../../../src/modules/payments/credits/store.server.ts'
import { reviewPayment } from '../../../src/modules/payments/disputes/review-payment.ts'
import { lockChargeLines } from '../../../src/modules/payments/instalments/charge-lines-store.server.ts'
import {
  lockInstalments,
  lockInstalmentsOf,
  lockOwnInstalments,
  lockPendingOfOrder,
} from '../../../src/modules/payments/instalments/store.server.ts'
import { lockAccount } from '../../../src/modules/payments/ledger/post.server.ts'
import { recordManualPayment } from '../../../src/modules/payments/manual/record-manual-payment.ts'
import {
  answerForRefund,
  insertManualRefund,
  lockManualPayment,
} from '../../../src/modules/payments/manual/store.server.ts'
import { lockPayment, lockReportedPayment } from '../../../src/modules/payments/payments/store.server.ts'
import type { PaymentReport } from '../../../src/modules/payments/ports.ts'
import { insertApproval, lockApproval } from '../../../src/modules/payments/refunds/approvals-store.server.ts'
import { requestTeamRefund } from '../../../src/modules/payments/refunds/approve-refund.ts'
import { lockPaymentAndClaims } from '../../../src/modules/payments/refunds/lock-payment.ts'
import { lockRefund } from '../../../src/modules/payments/refunds/store.server.ts'
import { refuseWhileUnattributed } from '../../../src/modules/payments/refunds/unless-unattributed.ts'
import { replaceSchedule } from '../../../src/modules/payments/renegotiation/replace-schedule.ts'
import { insertSetAside, resolveOpen } from '../../../src/modules/payments/set-aside/store.server.ts'
import {
  acceptClose,
  type CloseRow,
  saveComparison,
} from '../../../src/modules/payments/settlement/closes-store.server.ts'
import { lockCursor, moveCursor } from '../../../src/modules/payments/settlement/cursors-store.server.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { holdTransaction } from '../../support/second-connections.ts'
import { at, id, rowsIn, rowsOfEachTest, withoutOthers } from './rows.ts'
import { depsIn, scriptedBank } from './scripted-bank.ts'

const { database } = rowsOfEachTest(testDatabase)
const [user, order] = [id(1), id(2)]
const [charge, beside] = [id(10), id(11)]
/** Instalments of the charge, of the payment alone, and of neither. Rows with higher ids come first in the table. */
const [asked, askedToo, paid, free] = [id(20), id(21), id(22), id(23)]
const [payment, otherPayment] = [id(30), id(31)]
const [credit, creditToo, otherCredit] = [id(40), id(41), id(42)]
const [refund, approval, manual, waiting, undecided] = [id(50), id(51), id(52), id(53), id(56)]

/** A day that differs. */
const differing: CloseRow = {
  ...{ provider: 'bank', day: '2026-11-21', status: 'differs', theirs: 1, ours: 0, differences: [] },
  ...{ closedAt: at(0), acceptedBy: null, note: null },
}

beforeAll(() =>
  database().transaction(async (tx) => {
    await tx.execute(withoutOthers)
    const rows = rowsIn(tx)
    await rows.charge({ id: charge, selectionKey: 'open' })
    await rows.charge({ id: beside, selectionKey: 'other' })
    await rows.payment({ id: payment, chargeId: charge, providerId: 'p' })
    await rows.payment({ id: otherPayment })
    await rows.instalment({ id: free, userId: user })
    await rows.instalment({ id: paid, status: 'paid', paidWith: payment })
    await rows.instalment({ id: askedToo, userId: user, orderId: order, number: 2 })
    await rows.instalment({ id: asked, userId: user, orderId: order, number: 1 })
    for (const one of [askedToo, asked]) await rows.line(charge, one)
    for (const one of [creditToo, credit]) await rows.credit({ id: one, paymentId: payment })
    await rows.credit({ id: otherCredit, paymentId: otherPayment })
    for (const one of [id(54), refund]) await rows.refund({ id: one, paymentId: payment })
    for (const one of [id(55), manual]) await rows.manual({ id: one })
    await rows.setAside({ id: waiting, providerId: 's', resolvedAt: at(1), resolvedBy: user, digest: 'same' })
    await rows.setAside({ id: undecided })
    await insertApproval(tx, {
      ...{ id: approval, kind: 'charge', subjectId: charge, amount: 1, reason: 'x', requestedBy: user },
      ...{ ask: {} as never, requestedAt: at(0) },
    })
    await insertManualRefund(tx, {
      ...{ key: 'back', refundId: refund, manualPaymentId: manual, amount: 1, sentOn: '2026-11-21' },
      ...{ channel: 'transfer', protocol: '1', fileId: null, recordedBy: user, recordedAt: at(0) },
      answeredAt: at(1),
    })
    await saveComparison(tx, differing)
    await moveCursor(tx, { provider: 'bank', sweptUntil: at(0), completeAt: null, now: at(0) })
  }),
)

const tables = {
  charges: 'id',
  payments: 'id',
  provider_payments: 'id',
  credits: 'id',
  refunds: 'id',
  refund_approvals: 'id',
  manual_payments: 'id',
  manual_refunds: 'key',
  set_aside_payments: 'id',
  provider_cursors: 'provider',
  daily_closes: 'day',
} as const

/** Returns the rows that another transaction could not change now, by table. */
async function held(): Promise<{ [table: string]: string[] }> {
  const found: { [table: string]: string[] } = {}
  for (const [table, key] of Object.entries(tables)) {
    const keys = async (lock: string) => {
      const { rows } = await database().$client.query<{ key: string }>(
        `select ${key}::text as key from ${table} ${lock}`,
      )
      return rows.map((row) => row.key)
    }
    const free = new Set(await keys('for no key update skip locked'))
    const locked = (await keys('')).filter((one) => !free.has(one))
    if (locked.length > 0) found[table] = locked.toSorted()
  }
  return found
}

/** A use of a credit that locks nothing itself. */
const useCredit = refuseWhileUnattributed(
  async (_tx: Transaction, _input: { creditId: string; instalmentIds?: readonly string[] }) => ok(undefined),
)
const ofCharge = { payments: [asked, askedToo] }
const again = { providerId: 'p', method: 'pix', amount: 1, reference: 'r' } as PaymentReport

test.each<[name: string, lock: (tx: Transaction) => Promise<unknown>, rows: { [table: string]: string[] }]>([
  ['a charge', (tx) => lockCharge(tx, charge), { charges: [charge] }],
  ['the open charge of a selection', (tx) => lockOpenBySelection(tx, 'open'), { charges: [charge] }],
  [
    'the charge of a report',
    (tx) => lockReportedCharge(tx, { provider: 'bank', report: { ...again, reference: `r-${charge}` } }),
    { charges: [charge] },
  ],
  ['the lines of a charge', async (tx) => lockChargeLines(tx, await chargeRow()), ofCharge],
  [
    'the instalments of a customer',
    (tx) => lockOwnInstalments(tx, { ids: [asked, askedToo, paid], userId: user }),
    ofCharge,
  ],
  ['instalments', (tx) => lockInstalments(tx, [asked, askedToo]), ofCharge],
  ['the pending instalments of an order', (tx) => lockPendingOfOrder(tx, order), ofCharge],
  [
    'the instalments of an order whose schedule is to be replaced',
    (tx) => replaceSchedule(tx, { id: id(90), orderId: order, replaced: [], rows: [] }, depsIn(tx, []).deps),
    ofCharge,
  ],
  [
    'the instalments that a charge asks for and a payment paid',
    (tx) => lockInstalmentsOf(tx, { chargeId: charge, paymentId: payment }),
    { payments: [asked, askedToo, paid] },
  ],
  [
    'the instalments that a payment without a charge paid',
    (tx) => lockInstalmentsOf(tx, { chargeId: null, paymentId: payment }),
    { payments: [paid] },
  ],
  ['a payment', (tx) => lockPayment(tx, payment), { provider_payments: [payment] }],
  [
    'the payment of a repeated report',
    (tx) =>
      lockReportedPayment(tx, {
        ...{ id: id(99), provider: 'bank', chargeId: charge, now: at(2) },
        report: again,
      }),
    { provider_payments: [payment] },
  ],
  [
    'a payment with everything it paid',
    (tx) => lockPaymentAndClaims(tx, payment),
    { charges: [charge], payments: [asked, askedToo, paid], provider_payments: [payment] },
  ],
  ['the open credits of a payment', (tx) => lockOpenCreditsOf(tx, payment), { credits: [credit, creditToo] }],
  ['every credit of a payment', (tx) => creditsOfPayment(tx, payment), { credits: [credit, creditToo] }],
  [
    'a payment under review with its charge and everything it paid',
    (tx) =>
      reviewPayment(
        tx,
        { paymentId: payment, reinstateDebt: false, by: user, reason: 'x' },
        { ...depsIn(tx, [scriptedBank([]).bank], at(2)).deps, newId: () => id(98) },
      ),
    { charges: [charge], payments: [paid], provider_payments: [payment] },
  ],
  ['an open credit', (tx) => lockOpenCredit(tx, credit), { credits: [credit] }],
  [
    'a credit and its payment',
    (tx) => lockCreditAndPayment(tx, credit),
    { credits: [credit], provider_payments: [payment] },
  ],
  [
    'a credit that is applied, with its payment and the instalments it pays',
    (tx) => useCredit(tx, { creditId: credit, instalmentIds: [asked] }, {}),
    { payments: [asked], provider_payments: [payment] },
  ],
  [
    'the payment of a credit that is not applied',
    (tx) => useCredit(tx, { creditId: credit }, {}),
    { provider_payments: [payment] },
  ],
  ['a refund', (tx) => lockRefund(tx, refund), { refunds: [refund] }],
  ['an approval', (tx) => lockApproval(tx, approval), { refund_approvals: [approval] }],
  ['a manual payment', (tx) => lockManualPayment(tx, manual), { manual_payments: [manual] }],
  [
    'a manual refund, also a completed one',
    (tx) => answerForRefund(tx, { key: 'back', now: at(3) }),
    { manual_refunds: ['back'] },
  ],
  [
    'a day that is compared again, also without a change',
    (tx) => saveComparison(tx, differing),
    { daily_closes: ['2026-11-21'] },
  ],
  [
    'a day that is explained, also after it changed',
    (tx) => acceptClose(tx, { provider: 'bank', day: '2026-11-21', by: user, reason: 'x', seen: at(1) }),
    { daily_closes: ['2026-11-21'] },
  ],
  ['a cursor', (tx) => lockCursor(tx, 'bank'), { provider_cursors: ['bank'] }],
  [
    'a payment that is set aside, also one that changed since a person saw it',
    (tx) => resolveOpen(tx, { id: undecided, by: user, reason: 'x', seen: 'another', now: at(2) }),
    { set_aside_payments: [undecided] },
  ],
  [
    'a payment that is set aside again',
    (tx) =>
      insertSetAside(tx, {
        ...{
          id: id(98),
          provider: 'bank',
          providerId: 's',
          reason: 'unreadable',
          detail: 'x',
          digest: 'same',
        },
        ...{ amount: null, currency: null, now: at(2), notifyLater: false },
      }),
    { set_aside_payments: [waiting] },
  ],
])('locks %s until the transaction ends, and nothing else', async (_, lock, rows) => {
  await holdTransaction(database(), async (tx) => {
    await lock(tx)
    expect(await held()).toEqual(rows)
  })
  expect(await held()).toEqual({})
})

const chargeRow = async () => {
  const row = await findCharge(database(), charge)
  if (!row) throw new Error('no charge')
  return row
}

test.each<
  [name: string, lock: (tx: Transaction) => Promise<unknown>, table: string, first: string, last: string]
>([
  [
    'the lines of a charge',
    async (tx) => lockChargeLines(tx, await chargeRow()),
    'payments',
    asked,
    askedToo,
  ],
  [
    'the instalments of a customer',
    (tx) => lockOwnInstalments(tx, { ids: [askedToo, asked], userId: user }),
    ...(['payments', asked, askedToo] as const),
  ],
  ['instalments', (tx) => lockInstalments(tx, [askedToo, asked]), 'payments', asked, askedToo],
  ['the pending instalments of an order', (tx) => lockPendingOfOrder(tx, order), 'payments', asked, askedToo],
  [
    'the instalments that a charge asks for and a payment paid',
    (tx) => lockInstalmentsOf(tx, { chargeId: charge, paymentId: payment }),
    ...(['payments', asked, askedToo] as const),
  ],
  ['the open credits of a payment', (tx) => lockOpenCreditsOf(tx, payment), 'credits', credit, creditToo],
  ['every credit of a payment', (tx) => creditsOfPayment(tx, payment), 'credits', credit, creditToo],
])('locks %s in the order of their ids', async (_, lock, table, first, last) => {
  let waits: Promise<unknown> = Promise.resolve()
  await holdTransaction(database(), async (tx) => {
    await tx.execute(sql`select 1 from ${sql.identifier(table)} where id = ${last} for no key update`)
    waits = holdTransaction(database(), async (other) => {
      await other.execute('set local enable_indexscan = off; set local enable_bitmapscan = off')
      await lock(other)
    })
    // The other transaction waits for the last row, and holds the lock of the first.
    for (let look = 0; look < 100 && !(await held())[table]?.includes(first); look++);
    expect((await held())[table]).toContain(first)
  })
  await waits
})

test('locks an order with all its instalments, also those that a new schedule adds meanwhile', async () => {
  const orderId = id(3)
  const [old, paidOne, added] = [id(24), id(25), id(26)]
  await database().transaction(async (tx) => {
    await tx.execute(withoutOthers)
    await rowsIn(tx).instalment({ id: old, orderId })
    await rowsIn(tx).instalment({ id: paidOne, orderId, number: 2, status: 'paid', paidWith: payment })
  })
  let waits: Promise<unknown> = Promise.resolve()
  await holdTransaction(database(), async (tx) => {
    await tx.execute(withoutOthers)
    await lockInstalments(tx, [paidOne])
    waits = holdTransaction(database(), async (other) => {
      expect(await lockPendingOfOrder(other, orderId)).toEqual([old, added])
      expect(await held()).toEqual({ payments: [old, paidOne, added] })
    })
    for (let look = 0; look < 100 && !(await held()).payments?.includes(old); look++);
    expect(await held()).toEqual({ payments: [old, paidOne] })
    await rowsIn(tx).instalment({ id: added, orderId, number: 3 })
  })
  await waits
})

/** Returns whether another transaction could lock this name now. */
async function isFree(name: string): Promise<boolean | undefined> {
  const { rows } = await database().$client.query<{ free: boolean }>(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as free, pg_advisory_unlock_all()',
    [name],
  )
  return rows[0]?.free
}

test('serializes decisions about the balance of one account', async () => {
  await holdTransaction(database(), async (tx) => {
    await lockAccount(tx, 'provider:bank')
    expect([await isFree('ledger:provider:bank'), await isFree('ledger:provider:other')]).toEqual([
      false,
      true,
    ])
  })
  expect(await isFree('ledger:provider:bank')).toBe(true)
})

test('serializes refunds of one customer that need no approval', async () => {
  const held = holdTransaction(database(), async (tx) => {
    await tx.execute(withoutOthers)
    const rows = rowsIn(tx)
    const paymentId = await rows.payment({ receivedAt: at(0), chargeId: charge })
    const subjectId = await rows.credit({ paymentId, userId: user })
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    const asked = { kind: 'credit', subjectId, by: id(60), reason: 'x' } as const
    const ask = await requestTeamRefund(tx, asked, { ...deps, approvalAbove: 10_000 })
    expect(ask).toEqual({ ok: true, value: { amount: 10_000, held: 0 } })
    const isOthersFree = await isFree(`unapproved refund:${id(61)}`)
    expect([await isFree(`unapproved refund:${user}`), isOthersFree]).toEqual([false, true])
    throw new Error('undone')
  })
  await expect(held).rejects.toThrow('undone')
})

test('serializes manual payments of one customer that need no approval', async () => {
  const held = holdTransaction(database(), async (tx) => {
    await tx.execute(withoutOthers)
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    const paidByHand = { key: id(70), instalmentIds: [free], amount: 10_000, receivedOn: '2026-11-21' }
    const evidence = { channel: 'cash', protocol: '1', payerKind: 'person', by: id(60), reason: 'x' } as const
    const record = { ...paidByHand, ...evidence }
    const recorded = await recordManualPayment(tx, record, { ...deps, approvalAbove: 10_000 })
    expect(recorded).toMatchObject({ ok: true, value: { isWaiting: false } })
    const isOthersFree = await isFree(`unapproved manual:${id(61)}`)
    expect([await isFree(`unapproved manual:${user}`), isOthersFree]).toEqual([false, true])
    throw new Error('undone')
  })
  await expect(held).rejects.toThrow('undone')
})
