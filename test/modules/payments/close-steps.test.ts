// Databases: one. What a day is compared with: each case is a day that differs, or would, for one reason.
import { expect, test } from 'vitest'
import { receipt } from '../../../src/modules/payments/domain/movements.ts'
import { post } from '../../../src/modules/payments/ledger/post.server.ts'
import type { ListedPayment } from '../../../src/modules/payments/ports.ts'
import { closeDay, closeDayOf } from '../../../src/modules/payments/settlement/close-day.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { at, rowsIn, rowsOfEachTest } from './rows.ts'
import { depsIn, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const day = '2026-11-21'
const anotherDay = new Date('2026-11-22T12:00:00Z')

/** Compares the day with what a bank lists, which is compared with what is in the books. Nothing is saved: the day is not over. */
async function compare(tx: Transaction, listed: readonly ListedPayment[]) {
  const { bank } = scriptedBank(listed)
  const close = await closeDayOf(depsIn(tx, [bank]).deps, { provider: bank, day })
  return {
    theirs: close?.theirs,
    differs: close?.differences.map(
      ({ providerId, theirs, ours }) => `${providerId} ${theirs?.refunded} ${ours?.refunded}`,
    ),
  }
}

/** Stores payment 1 of R$ 100,00, whose money is in the books of the day, or of another one. Returns its id. */
async function bookedOnDay(
  tx: Transaction,
  payment: { approvedAt: Date | null },
  bookedOn = day,
): Promise<string> {
  const paymentId = await rowsIn(tx).payment({ providerId: '1', receivedAt: at(1), ...payment })
  const credits = [{ reason: 'unmatched' as const, amount: 10_000 }]
  const movement = receipt({ provider: 'bank', amount: 10_000, paid: [], soldAtOnce: 0, credits })
  await post(tx, { movement, key: `receipt:${paymentId}`, day: bookedOn }, depsIn(tx, []).deps)
  return paymentId
}

test(
  'a payment without booked money is a difference, although the reported amounts agree',
  inside(async (tx) => {
    await rowsIn(tx).payment({ providerId: '1', amount: 10_000, receivedAt: null })
    expect(await compare(tx, [reported({ providerId: '1' })])).toEqual({
      theirs: 10_000,
      differs: ['1 0 undefined'],
    })
  }),
)

test(
  'counts refunds and chargebacks at the bank together, as the books do',
  inside(async (tx) => {
    const rows = rowsIn(tx)
    const paymentId = await bookedOnDay(tx, { approvedAt: at(1) })
    for (const [origin, amount] of [
      ['panel', 2_000],
      ['chargeback', 3_000],
    ] as const)
      await rows.refund({ paymentId, amount, origin, status: 'done' })
    const report = reported({ providerId: '1', refunded: 2_000, chargedBack: 3_000 })
    expect((await compare(tx, [report])).differs).toEqual([])
    expect((await compare(tx, [{ ...report, chargedBack: 1_000 }])).differs).toEqual(['1 3000 5000'])
  }),
)

test(
  'money booked on the day is a difference when the provider lists it nowhere, whenever it says that it was approved',
  inside(async (tx) => {
    await bookedOnDay(tx, { approvedAt: null })
    expect((await compare(tx, [])).differs).toEqual(['1 undefined 0'])
  }),
)

test(
  'money that was approved on the day is a difference when the provider does not list it, although it is in the books of another day',
  inside(async (tx) => {
    await bookedOnDay(tx, { approvedAt: at(1) }, '2026-11-20')
    expect((await compare(tx, [])).differs).toEqual(['1 undefined 0'])
  }),
)

/** Payment 1 of the day before, of which R$ 20,00 were refunded on the day. */
const dayBefore = new Date('2026-11-20T12:00:00Z')
const returnedOnDay = reported({ providerId: '1', approvedAt: dayBefore, updatedAt: at(1), refunded: 2_000 })

test(
  'compares a refund with the day of its payment, and settles what was listed too late',
  inside(async (tx) => {
    await bookedOnDay(tx, { approvedAt: dayBefore }, '2026-11-20')
    const { bank } = scriptedBank([returnedOnDay])
    const { deps, logged } = depsIn(tx, [bank])
    const close = () => closeDayOf(deps, { provider: bank, day })
    const lateOnes = () => logged.filter((line) => line.includes('a close settled payments'))
    expect(await close()).toMatchObject({ status: 'agrees', theirs: 0, ours: 0, differences: [] })
    expect(lateOnes()).toMatchObject([expect.stringContaining('"found":1')])
    expect(await close()).toMatchObject({ status: 'agrees' })
    expect(lateOnes()).toHaveLength(1)
  }),
)

test(
  'a day that differs is compared three times, and nothing of payments that are recorded here is settled',
  inside(async (tx) => {
    const { bank, asked } = scriptedBank([reported({ providerId: '1' })], { isRecordedHere: true })
    const { deps, logged } = depsIn(tx, [bank])
    expect(await closeDayOf(deps, { provider: bank, day })).toMatchObject({ status: 'differs' })
    expect(asked).toEqual(['approval', 'change', 'approval', 'change', 'approval', 'change'])
    expect(logged).toEqual([])
  }),
)

test(
  'the team is notified once of a day that differs, and that it had been closed before',
  inside(async (tx) => {
    const listed: ListedPayment[] = []
    const [bank, north] = [scriptedBank(listed).bank, scriptedBank(listed, { name: 'north' }).bank]
    const { deps, sent, logged } = depsIn(tx, [bank, north], anotherDay)
    const close = async () => (await closeDayOf(deps, { provider: bank, day }))?.status
    expect(await close()).toBe('agrees')
    expect(sent).toEqual([])
    listed.push(reported({ providerId: '3', state: 'cancelled', status: 'cancelled' }))
    expect([await close(), await close()]).toEqual(['differs', 'differs'])
    expect(sent).toMatchObject([{ kind: 'books.day-differs', subject: 'O dia 21/11/2026 não fecha' }])
    const lines = [
      'Este dia já tinha sido fechado, e mudou depois.',
      'bank, 21/11/2026: R$ 0,00 no provedor, R$ 0,00 nos livros.',
      'Pagamento 3',
    ]
    for (const line of lines) expect(sent[0]?.text).toContain(line)
    // It was listed too late once, however often the day is compared.
    expect(logged.filter((line) => line.includes('a close settled payments'))).toHaveLength(1)
    await closeDayOf(deps, { provider: north, day })
    expect(sent).toHaveLength(2)
    expect(sent[1]?.text).not.toContain(lines[0])
  }),
)

test(
  'compares a day alone: without money received later, nor approvals without money',
  inside(async (tx) => {
    const later = reported({ providerId: '2', approvedAt: anotherDay, updatedAt: anotherDay })
    const never = reported({ providerId: '3', state: 'cancelled', status: 'cancelled' })
    expect(await compare(tx, [reported({ providerId: '1' }), later, never])).toEqual({
      theirs: 10_000,
      differs: ['3 0 undefined'],
    })
  }),
)

test(
  'settles what the provider listed too late for the sweep, and nothing that the books have otherwise',
  inside(async (tx) => {
    const paymentId = await bookedOnDay(tx, { approvedAt: at(1) })
    const [returned, unknown] = [
      reported({ providerId: '1', refunded: 2_000 }),
      reported({ providerId: '2' }),
    ]
    const { bank, asked } = scriptedBank([returned, unknown])
    const closed = () => closeDayOf(depsIn(tx, [bank]).deps, { provider: bank, day })
    expect((await closed())?.differences).toEqual([])
    expect(asked.filter((one) => /^\d$/.test(one))).toEqual(['1', '2'])

    // Of a refund that is in the books, and not at the provider, nothing is settled.
    asked.length = 0
    await rowsIn(tx).refund({ paymentId, amount: 1_000, origin: 'panel', status: 'done' })
    expect((await closed())?.differences).toMatchObject([{ providerId: '1', ours: { refunded: 3_000 } }])
    expect(asked.filter((one) => /^\d$/.test(one))).toEqual([])
  }),
)

test(
  'ignores another shop’s payment on the day it was received, also when it changed on another day',
  inside(async (tx) => {
    const received = (reference: string) => reported({ providerId: '1', reference, updatedAt: anotherDay })
    expect((await compare(tx, [received('loja-ao-lado')])).differs).toEqual([])
    // One of another installation of this shop might be ours.
    expect((await compare(tx, [received('PARC_01234567')])).differs).toEqual(['1 0 undefined'])
  }),
)

test(
  'compares each of several providers, and names those that do not answer',
  inside(async (tx) => {
    const silent = { list: async () => ({ ok: false, code: 'unavailable' }) as const }
    const banks = [
      scriptedBank([], { name: 'north', ...silent }),
      scriptedBank([], { name: 'bank' }),
      scriptedBank([], { name: 'south', ...silent }),
    ].map(({ bank }) => bank)
    expect(await closeDay(depsIn(tx, banks).deps, { day })).toEqual({
      ...{ ok: false, code: 'unavailable', detail: 'north, south' },
    })
    expect(await closeDay(depsIn(tx, banks.slice(1, 2)).deps, { day })).toMatchObject({
      ok: true,
      value: [{ provider: 'bank', status: 'agrees' }],
    })
  }),
)
