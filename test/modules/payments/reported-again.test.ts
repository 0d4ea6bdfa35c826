// Databases: one. Reports that a bank repeats, later or with different content: nothing is booked twice, and the most recent
// report is recorded.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { IsoDate } from '../../../src/core/calendar.ts'
import { charges } from '../../../src/modules/payments/charges/tables.server.ts'
import { dismissCredit } from '../../../src/modules/payments/credits/decide-credit.ts'
import { credits } from '../../../src/modules/payments/credits/tables.server.ts'
import { balances, receiptsOn } from '../../../src/modules/payments/ledger/post.server.ts'
import { ledgerTransactions } from '../../../src/modules/payments/ledger/tables.server.ts'
import { paymentsById } from '../../../src/modules/payments/payments/store.server.ts'
import { payments } from '../../../src/modules/payments/payments/tables.server.ts'
import { issueRefund } from '../../../src/modules/payments/refunds/issue-refund.ts'
import { refundCharge } from '../../../src/modules/payments/refunds/refund-charge.ts'
import { refunds } from '../../../src/modules/payments/refunds/tables.server.ts'
import {
  cursorOf,
  moveCursor,
  updateCursor,
} from '../../../src/modules/payments/settlement/cursors-store.server.ts'
import { settleReport } from '../../../src/modules/payments/settlement/settle-report.ts'
import { noteFailure, noteSuccess } from '../../../src/modules/payments/settlement/sweep-failures.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { again, books, charge, me, report } from './reported-books.ts'
import { at, id, rowsOfEachTest } from './rows.ts'
import { depsIn, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const team = id(92)

test(
  'of two reports of the same time, believes the more advanced one',
  inside(async (tx) => {
    const started = await report(tx, [{ updatedAt: at(3) }])
    const before = await books(tx, started)
    await again(started, [
      { state: 'in_process', status: 'in_process', approvedAt: undefined, updatedAt: at(3) },
    ])
    expect(await books(tx, started)).toEqual(before)
  }),
)

test(
  'identifies a Pix by the payment that names it or paid it; an unpaid card page by none',
  inside(async (tx) => {
    const known = async () => (await tx.select().from(charges))[0]?.providerId
    const pending = { state: 'pending', status: 'pending', approvedAt: undefined } as const
    const started = await report(tx, [{ ...pending, providerId: '8' }])
    expect(await known()).toBe('8')
    await again(started, [{ providerId: '9' }, { ...pending, providerId: '10' }])
    expect(await known()).toBe('9')
    await tx
      .update(charges)
      .set({ method: 'credit_card', preferenceId: 'p', providerId: null, settledAt: null, status: 'pending' })
    await again(started, [{ ...pending, method: 'credit_card', providerId: '11' }])
    expect(await known()).toBeNull()
  }),
)

test(
  'logs only changes of a charge’s status',
  inside(async (tx) => {
    const started = await report(tx, [{}])
    const changes = () => started.logged.filter((line) => line.includes('"msg":"charge"')).length
    expect(changes()).toBe(1)
    await again(started, [{ fee: 10 }])
    expect(changes()).toBe(1)
  }),
)

test(
  'books money and fee on the day of the approval; one before the charge is put up for review',
  inside(async (tx) => {
    const days = async () =>
      (await tx.select().from(ledgerTransactions)).map(({ kind, day }) => `${kind} ${day}`).toSorted()
    const earlier = { createdAt: new Date('2026-11-19T12:00:00Z') }
    const approvedAt = new Date('2026-11-20T12:00:00Z')
    const started = await report(tx, [{ approvedAt, fee: 100 }], { charge: earlier })
    expect(await days()).toEqual(['fee 2026-11-20', 'receipt 2026-11-20'])
    // A later report without the time changes neither it nor the day.
    await again(started, [{ approvedAt: undefined, fee: 130 }])
    const [kept] = await tx.select().from(payments)
    expect(kept).toMatchObject({ approvedAt, doubts: null, reviewReason: null })
    expect(await days()).toEqual(['fee 2026-11-20', 'fee 2026-11-21', 'receipt 2026-11-20'])
  }),
)

test(
  'an approval before the charge is not believed and is put up for review once',
  inside(async (tx) => {
    await report(tx, [{ approvedAt: at(-60), fee: 100 }])
    const [payment] = await tx.select().from(payments)
    expect(payment).toMatchObject({ doubts: 'doubtful_date 15000 0 100', reviewReason: 'doubtful_date' })
  }),
)

test(
  'books each change of a fee, and stores the bank’s detail and doubts',
  inside(async (tx) => {
    const started = await report(tx, [{ fee: 100, detail: 'accredited' }, { fee: 150 }, { fee: 120 }])
    expect((await balances(tx)).get('fees')).toBe(120)
    const [payment] = await tx.select().from(payments)
    expect(payment).toMatchObject({ fee: 120, detail: null, doubts: null })
    await again(started, [{ fee: 120, detail: 'partially_refunded', refunded: -1 }])
    const [doubtful] = await tx.select().from(payments)
    expect(doubtful).toMatchObject({
      ...{ detail: 'partially_refunded', doubts: 'illegal_amounts 15000 -1 120' },
      reviewReason: 'illegal_amounts',
    })
  }),
)

test(
  'dismissed money of a paid charge stays dismissed when the bank repeats its report',
  inside(async (tx) => {
    const started = await report(tx, [{ amount: 15_700 }])
    const [credit] = await tx.select().from(credits)
    await dismissCredit(tx, { creditId: credit?.id ?? '', by: team, reason: 'x' }, started.deps)
    await again(started, [{ amount: 15_700, detail: 'x' }])
    expect((await tx.select().from(credits)).map(({ amount, status }) => [amount, status])).toEqual([
      [700, 'dismissed'],
    ])
  }),
)

test(
  'money booked before its charge was known does not settle it once the bank says it never came',
  inside(async (tx) => {
    const started = await report(tx, [])
    await again(started, [{ reference: undefined, updatedAt: at(1) }])
    await again(started, [
      { state: 'cancelled', status: 'cancelled', approvedAt: undefined, updatedAt: at(4) },
    ])
    const [found] = await tx.select().from(charges).where(eq(charges.id, charge))
    expect(found).toMatchObject({ status: 'pending', settledAt: null })
    expect(await books(tx, started)).toMatchObject({
      credits: 'unmatched 15000 open',
      review: 'illegal_move',
    })
  }),
)

test(
  'publishes a look-up’s money when it comes and goes, not when repeated, and logs what changed',
  inside(async (tx) => {
    const lookUp = { purpose: 'consultation', purposeId: id(9) } as const
    const started = await report(tx, [{}], { charge: lookUp })
    const types = () => started.published.map(({ type }) => type)
    const moved = () => started.logged.filter((line) => line.includes('"msg":"charge"')).length
    expect([types(), moved()]).toEqual([['charge.settled', 'charge-money.changed'], 1])
    await again(started, [{ detail: 'x' }])
    expect([types(), moved()]).toEqual([['charge.settled', 'charge-money.changed'], 1])
    await again(started, [{ state: 'refunded', status: 'refunded', refunded: 15_000 }])
    expect([types().slice(2), moved()]).toEqual([['charge-money.changed'], 2])
  }),
)

test(
  'money that waited for its charge is booked from its credit under a key of its own',
  inside(async (tx) => {
    const started = await report(tx, [])
    await again(started, [{ reference: undefined }])
    const [credit] = await tx.select().from(credits)
    await again(started, [{ detail: 'x' }])
    const keys = (await tx.select().from(ledgerTransactions)).map(({ key }) => key)
    expect(keys).toContain(`credit:${credit?.id}`)
    expect(await books(tx, started)).toMatchObject({ instalments: 'paid 10000, paid 5000' })
  }),
)

test(
  'a chargeback takes from a credit of one centavo first, then from the rest',
  inside(async (tx) => {
    const taken = { state: 'charged_back', status: 'charged_back' } as const
    const started = await report(tx, [{ amount: 15_001 }, { amount: 15_001, ...taken }])
    expect(await books(tx, started)).toMatchObject({
      ...{ refunds: 'chargeback 1 done 0, chargeback 15000 done 0', credits: 'excess 1 refunded' },
      ledger: 'chargebacks 15000, receivable -15000',
    })
  }),
)

const all = (tx: Transaction) => tx.select().from(refunds).orderBy(refunds.amount)

test(
  'a refund of one centavo that a bank took fails, for the team to see',
  inside(async (tx) => {
    const said = { state: 'charged_back', status: 'charged_back' } as const
    const started = await report(tx, [{ amount: 15_001 }])
    const ask = { chargeId: charge, origin: 'team', by: team, reason: 'x' } as const
    await refundCharge(tx, ask, started.deps)
    const [ofCredit] = await all(tx)
    await tx.update(payments).set(said)
    await issueRefund(started.deps, { refundId: ofCredit?.id ?? '' })
    expect((await all(tx))[0]).toMatchObject({ amount: 1, status: 'failed', lastError: 'nothing_left' })
  }),
)

test(
  'an answer after the refund was decided otherwise changes nothing; the rest is attributed with it',
  inside(async (tx) => {
    const withdrawn: string[] = []
    const started = await report(tx, [{}, { refunded: 3_000 }], {
      said: {
        async refund({ amount }) {
          for (const refundId of withdrawn)
            await tx.update(refunds).set({ status: 'given_up' }).where(eq(refunds.id, refundId))
          return { ok: true, value: { providerRefundId: 'b', amount } }
        },
      },
      second: { orderId: id(93), userId: me },
    })
    const ask = { chargeId: charge, origin: 'team', by: team, reason: 'x' } as const
    expect(await refundCharge(tx, ask, started.deps)).toEqual({ ok: true, value: 12_000 })
    const refundId = (await all(tx))[1]?.id ?? ''
    withdrawn.push(refundId)
    await issueRefund(started.deps, { refundId })
    expect((await all(tx)).map(({ status, unattributed }) => [status, unattributed])).toEqual([
      ['done', 3_000],
      ['given_up', 0],
    ])
    withdrawn.length = 0
    await tx.update(refunds).set({ status: 'requested' }).where(eq(refunds.id, refundId))
    await issueRefund(started.deps, { refundId })
    expect((await all(tx)).map(({ status, unattributed }) => [status, unattributed])).toEqual([
      ['done', 0],
      ['done', 0],
    ])
  }),
)

const garbled = { ok: false, code: 'unavailable', detail: 'unreadable page' } as const

test(
  'notifies the team when a bank answers again after a reported outage, even in the same moment',
  inside(async (tx) => {
    const { deps, sent, logged, time } = depsIn(tx, [scriptedBank([]).bank])
    const fail = () =>
      noteFailure(deps, { provider: 'bank', failure: garbled, sweptUntil: at(1), now: time.now })
    const moved = { provider: 'bank', sweptUntil: at(2), completeAt: at(6), now: at(6) }
    const kinds = () => sent.map(({ kind }) => kind)
    await fail()
    expect(kinds()).toEqual(['books.sweep-failing'])
    expect(logged.join()).toContain('cannot read the changes')
    await noteSuccess(deps, moved)
    expect(kinds()).toEqual(['books.sweep-failing', 'books.sweep-resumed'])
    expect(logged.join()).toContain('can read the changes of a provider again')
    expect(await cursorOf(tx, 'bank')).toMatchObject({ sweptUntil: at(2), failingSince: null })
    // Another process has reported this in the meantime.
    await noteSuccess(deps, moved)
    await moveCursor(tx, moved)
    await updateCursor(tx, 'bank', { failingSince: at(7), notifiedAt: at(5) })
    await noteSuccess(deps, moved)
    expect(kinds()).toHaveLength(2)
  }),
)

test(
  'a report of an unknown payment of one centavo is a credit of one centavo',
  inside(async (tx) => {
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    const one = reported({ amount: 1, fee: 1 })
    await settleReport(deps, { provider: 'bank', report: one, cause: 'check', now: at(5) })
    await settleReport(deps, { provider: 'bank', report: one, cause: 'check', now: at(6) })
    expect((await tx.select().from(credits)).map(({ amount, reason }) => [amount, reason])).toEqual([
      [1, 'unmatched'],
    ])
    expect(await balances(tx)).toEqual(new Map(Object.entries({ credits: -1, fees: 1, 'provider:bank': 0 })))
  }),
)

test(
  'sums what was received on a day at this bank and this day alone',
  inside(async (tx) => {
    const { deps } = depsIn(tx, [scriptedBank([]).bank])
    const on = async (providerId: string, provider: string, day: number) => {
      const approvedAt = at((day - 21) * 24 * 60)
      const received = reported({ providerId, amount: day, approvedAt, updatedAt: approvedAt })
      await settleReport(deps, { provider, report: received, cause: 'check', now: at(3 * 24 * 60) })
    }
    await on('1', 'bank', 20)
    await on('2', 'bank', 21)
    await on('3', 'bank', 21)
    await on('4', 'other', 21)
    const amounts = [20, 21, 22].map((day) =>
      receiptsOn(tx, { provider: 'bank', day: `2026-11-${day}` as IsoDate }),
    )
    expect((await Promise.all(amounts)).map((receipts) => [...receipts.values()])).toEqual([
      [20],
      [21, 21],
      [],
    ])
    const elsewhere = await receiptsOn(tx, { provider: 'other', day: '2026-11-21' })
    expect([...elsewhere.values()]).toEqual([21])
    expect(await paymentsById(tx, [...elsewhere.keys()])).toMatchObject([{ providerId: '4' }])
  }),
)
