// Databases: one. Where the sweep continues, for any order of a provider's list and wherever it ends.
import { expect, test } from 'vitest'
import { payments as paymentRows } from '../../../src/modules/payments/payments/tables.server.ts'
import type { PaymentProvider, PaymentReport } from '../../../src/modules/payments/ports.ts'
import { cursorOf, moveCursor } from '../../../src/modules/payments/settlement/cursors-store.server.ts'
import { sweep } from '../../../src/modules/payments/settlement/sweep.ts'
import type { Transaction } from '../../../src/platform/database/database.ts'
import { testDatabase } from '../../support/database.ts'
import { at, rowsOfEachTest } from './rows.ts'
import { depsIn, reported, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)
const unavailable = async () => ({ ok: false, code: 'unavailable', detail: '500' }) as const
const garbledAnswer = async () => ({ ok: false, code: 'unavailable', detail: 'unreadable: x' }) as const

function start(
  tx: Transaction,
  payments: readonly PaymentReport[],
  said: Partial<PaymentProvider> = {},
  now = at(5),
) {
  const { bank } = scriptedBank(payments, said)
  return { ...depsIn(tx, [bank], now), bank }
}

const recorded = async (tx: Transaction) => (await tx.select().from(paymentRows)).length

/** A bank that lists these payments in this order, fifty at a time, and answers some offsets otherwise. */
function listing(
  payments: readonly PaymentReport[],
  otherwise: (offset: number) => ReturnType<PaymentProvider['list']> | undefined = () => undefined,
): Pick<PaymentProvider, 'list'> {
  return {
    list: async ({ from, to, offset }) =>
      otherwise(offset) ?? {
        ok: true,
        value: payments
          .filter(({ updatedAt }) => updatedAt && updatedAt >= from && updatedAt < to)
          .slice(offset, offset + 50),
      },
  }
}
/** Payments that change one minute after the other. Only the first and the last of them are money, which spares time. */
const everyMinute = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    reported({
      ...{ providerId: String(index), updatedAt: at(index), approvedAt: at(index) },
      ...(index > 0 && index < count - 1 && { state: 'pending', status: 'pending', approvedAt: undefined }),
    }),
  )

test(
  'a provider whose second page is never readable is not available again: notified once a day, until a sweep completes',
  inside(async (tx) => {
    const payments = everyMinute(100)
    const broken = listing(payments, (offset) => (offset === 40 ? garbledAnswer() : undefined))
    const { deps, bank, sent, time } = start(tx, payments, broken, at(101))
    const kinds = () => sent.map(({ kind }) => kind)
    for (const minutes of [101, 102, 200, 101 + 24 * 60]) {
      time.now = at(minutes)
      expect((await sweep(deps, bank)).isAvailable).toBe(false)
    }
    expect(kinds()).toEqual(['books.sweep-failing', 'books.sweep-failing'])
    expect(await cursorOf(tx, 'bank')).toMatchObject({ failingSince: at(101), completeAt: null })
    expect((await sweep(deps, { ...bank, ...listing(payments) })).isAvailable).toBe(true)
    expect(kinds()).toEqual(['books.sweep-failing', 'books.sweep-failing', 'books.sweep-resumed'])
    expect(await recorded(tx)).toBe(2)
  }),
)

test(
  'a provider that refuses our credentials is notified at once, since that does not pass by itself',
  inside(async (tx) => {
    const refused = async () =>
      ({ ok: false, code: 'unavailable', detail: 'token unauthorised: 401' }) as const
    const { deps, bank, sent } = start(tx, [], { list: refused })
    for (let run = 0; run < 2; run++) await sweep(deps, bank)
    expect(sent.map(({ kind }) => kind)).toEqual(['books.sweep-failing'])
  }),
)

test(
  'a provider that fails again after recovering is notified once it lasts, and once each time',
  inside(async (tx) => {
    const { deps, bank, sent, time } = start(tx, [])
    const sweepAt = async (minutes: number, list: PaymentProvider['list']) => {
      time.now = at(minutes)
      await sweep(deps, { ...bank, list })
      return sent.length
    }
    const notified: number[] = []
    const steps = [
      [0, unavailable],
      [15, unavailable],
      [20, bank.list],
      [60, garbledAnswer],
      [74, unavailable],
      [75, unavailable],
      [90, unavailable],
      [91, bank.list],
    ] as const
    for (const [minutes, list] of steps) notified.push(await sweepAt(minutes, list))
    expect(notified).toEqual([0, 1, 2, 2, 2, 3, 3, 4])
  }),
)

test.each([
  ['is once answered from its end', (offset: number, asked: number) => asked === 0 && offset === 0],
  ['is always answered from its end', () => true],
])('a list whose order %s does not move the cursor past unread payments', (_, isBackwards) =>
  inside(async (tx) => {
    const payments = everyMinute(100)
    const backwards = payments.toReversed()
    let asked = 0
    let isBroken = true
    const list: PaymentProvider['list'] = async (query) => {
      // The process is killed, or the provider fails, after the first page.
      if (isBroken && asked === 1) return { ok: false, code: 'unavailable', detail: '500' }
      return listing(isBackwards(query.offset, asked++) ? backwards : payments).list(query)
    }
    const { deps, bank } = start(tx, payments, { list }, at(101))
    await moveCursor(tx, { provider: 'bank', sweptUntil: at(0), completeAt: at(0), now: at(0) })
    expect((await sweep(deps, bank)).isAvailable).toBe(false)
    expect((await cursorOf(tx, 'bank'))?.sweptUntil).toEqual(at(0))
    isBroken = false
    expect((await sweep(deps, bank)).isAvailable).toBe(true)
    expect(await recorded(tx)).toBe(2)
    expect((await cursorOf(tx, 'bank'))?.completeAt).toEqual(at(101))
  })(),
)

test(
  'an ordered list moves the cursor from its second page on, so that an unreadable page stops only what follows',
  inside(async (tx) => {
    const payments = everyMinute(200)
    const broken = listing(payments, (offset) => (offset === 120 ? garbledAnswer() : undefined))
    const { deps, bank } = start(tx, payments, broken, at(201))
    await moveCursor(tx, { provider: 'bank', sweptUntil: at(0), completeAt: null, now: at(0) })
    const until: (Date | undefined)[] = []
    for (let run = 0; run < 2; run++) {
      await sweep(deps, bank)
      until.push((await cursorOf(tx, 'bank'))?.sweptUntil)
    }
    // The third page has those of the minutes 80 to 129; the next run begins fifteen minutes before its middle one, and ends.
    expect(until).toEqual([at(104), at(184)])
    expect(await recorded(tx)).toBe(2)
  }),
)

test(
  'reads a list in the opposite order to its end, however long it is',
  inside(async (tx) => {
    const payments = everyMinute(2_000)
    const { deps, bank } = start(tx, payments, listing(payments.toReversed()), at(2_001))
    await moveCursor(tx, { provider: 'bank', sweptUntil: at(0), completeAt: null, now: at(0) })
    await sweep(deps, bank)
    expect((await cursorOf(tx, 'bank'))?.completeAt).toEqual(at(2_001))
    expect(await recorded(tx)).toBe(2)
  }),
)
