// Databases: one. Data that settlement keeps next to the books: daily closes, cursors of sweeps, notices.
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  acceptClose,
  changedDays,
  closedDays,
  findClose,
  latestCloses,
  openCloses,
  saveComparison,
} from '../../../src/modules/payments/settlement/closes-store.server.ts'
import {
  cursorOf,
  lockCursor,
  moveCursor,
  updateCursor,
} from '../../../src/modules/payments/settlement/cursors-store.server.ts'
import {
  eventsWaiting,
  findEvent,
  insertEvents,
  markProcessed,
} from '../../../src/modules/payments/settlement/inbox-store.server.ts'
import { reconciliationLag } from '../../../src/modules/payments/settlement/lag.ts'
import { providerEvents } from '../../../src/modules/payments/settlement/tables.server.ts'
import { testDatabase } from '../../support/database.ts'
import { at, id, idsOf, rowsOfEachTest } from './rows.ts'
import { depsIn, scriptedBank } from './scripted-bank.ts'

const { inside } = rowsOfEachTest(testDatabase)

const close = (provider: string, day: string, status: 'agrees' | 'differs' | 'accepted', ours = 1) => ({
  ...{ provider, day, status, theirs: 1, ours, differences: [], closedAt: at(0) },
  ...{ acceptedBy: null, note: null },
})

test(
  'names the closed days of a provider whose receipts are others by now, also none at all',
  inside(async (tx) => {
    const closes = { '20': 100, '21': 50, '22': 0, '23': 1 }
    for (const provider of ['bank', 'other'])
      for (const [day, ours] of Object.entries(closes))
        await saveComparison(tx, {
          ...{ provider, day: `2026-11-${day}`, status: 'agrees', theirs: ours, ours, differences: [] },
          ...{ closedAt: at(0), acceptedBy: null, note: null },
        })
    const receipts = sql`select account, day::date, amount from (values
      ('provider:bank', '2026-11-20', 100), ('provider:bank', '2026-11-23', 2),
      ('provider:other', '2026-11-20', 7)) as made (account, day, amount)`
    expect(await changedDays(tx, { provider: 'bank', receipts })).toEqual(['2026-11-21', '2026-11-23'])
  }),
)

test(
  'a day that agreed is closed again; one that differs or is explained stays so and shows the latest comparison',
  inside(async (tx) => {
    for (const other of [close('other', '2026-11-21', 'agrees'), close('bank', '2026-11-20', 'agrees')])
      await saveComparison(tx, other)
    const days = { agrees: '2026-11-21', differs: '2026-11-22', accepted: '2026-11-23' } as const
    for (const [status, day] of Object.entries(days) as [keyof typeof days, string][])
      expect(await saveComparison(tx, close('bank', day, status))).toMatchObject({ before: undefined })
    for (const [status, day] of Object.entries(days)) {
      const { row, before } = await saveComparison(tx, close('bank', day, 'agrees', 7))
      expect(before).toBe(status)
      expect(row).toMatchObject({ provider: 'bank', day, status, ours: 7 })
      expect(await findClose(tx, { provider: 'bank', day })).toEqual(row)
    }
    expect(await findClose(tx, { provider: 'other', day: days.agrees })).toMatchObject({ ours: 1 })
    expect(await findClose(tx, { provider: 'bank', day: '2026-11-20' })).toMatchObject({ ours: 1 })
    expect(await findClose(tx, { provider: 'other', day: days.differs })).toBeUndefined()
  }),
)

test(
  'lists closes by provider: differing ones oldest first, the latest newest first',
  inside(async (tx) => {
    for (const one of [
      close('bank', '2026-11-22', 'differs'),
      close('other', '2026-11-22', 'agrees'),
      close('bank', '2026-11-20', 'agrees'),
      close('other', '2026-11-21', 'differs'),
      close('bank', '2026-11-23', 'accepted'),
    ])
      await saveComparison(tx, one)
    const named = (rows: readonly { provider: string; day: string }[]) =>
      rows.map(({ provider, day }) => `${provider} ${day.slice(-2)}`)
    expect(await closedDays(tx, 'bank')).toEqual(['2026-11-20', '2026-11-22', '2026-11-23'])
    expect(await closedDays(tx, 'nobody')).toEqual([])
    expect(named(await openCloses(tx, 9))).toEqual(['other 21', 'bank 22'])
    expect(named(await openCloses(tx, 1))).toEqual(['other 21'])
    expect(named(await latestCloses(tx, 3))).toEqual(['bank 23', 'bank 22', 'other 22'])
  }),
)

test(
  'explaining a difference affects only its day, once',
  inside(async (tx) => {
    for (const one of [
      close('bank', '2026-11-21', 'differs'),
      close('bank', '2026-11-22', 'differs'),
      close('other', '2026-11-21', 'differs'),
      close('bank', '2026-11-20', 'agrees'),
    ])
      await saveComparison(tx, one)
    const accept = (day: string) => acceptClose(tx, { provider: 'bank', day, by: id(1), reason: 'why' })
    expect(await accept('2026-11-21')).toEqual({ ok: true, value: null })
    for (const day of ['2026-11-21', '2026-11-20', '2026-11-19', 'no day'])
      expect(await accept(day)).toEqual({ ok: false, code: 'not_open' })
    expect(await openCloses(tx, 9)).toHaveLength(2)
    expect(await findClose(tx, { provider: 'bank', day: '2026-11-21' })).toMatchObject({
      ...{ status: 'accepted', acceptedBy: id(1), note: 'why' },
    })
    const seen = (minutes: number) =>
      acceptClose(tx, { provider: 'bank', day: '2026-11-22', by: id(1), reason: 'why', seen: at(minutes) })
    await saveComparison(tx, { ...close('bank', '2026-11-22', 'differs', 7), closedAt: at(5) })
    expect(await seen(0)).toEqual({ ok: false, code: 'changed_meanwhile' })
    expect(await seen(5)).toEqual({ ok: true, value: null })
  }),
)

test(
  'each provider has its own cursor, and reports to the second how far it lags',
  inside(async (tx) => {
    const { deps, time } = depsIn(tx, [scriptedBank([]).bank])
    for (const [provider, until] of [
      ['other', 1],
      ['bank', 2],
    ] as const)
      await moveCursor(tx, { provider, sweptUntil: at(until), completeAt: null, now: at(3) })
    await updateCursor(tx, 'bank', { notifiedAt: at(4) })
    for (const read of [cursorOf, lockCursor]) {
      expect(await read(tx, 'bank')).toMatchObject({ provider: 'bank', sweptUntil: at(2), notifiedAt: at(4) })
      expect(await read(tx, 'other')).toMatchObject({
        provider: 'other',
        sweptUntil: at(1),
        notifiedAt: null,
      })
      expect(await read(tx, 'nobody')).toBeUndefined()
    }
    const lagAfter = async (milliseconds: number) => {
      time.now = new Date(at(2).getTime() + milliseconds)
      return (await reconciliationLag(deps)).get('bank')
    }
    const day = 86_400_000
    const lags: (number | undefined)[] = []
    for (const after of [-1_000, 0, 1_499, 1_500, day]) lags.push(await lagAfter(after))
    expect(lags).toEqual([0, 0, 1, 2, 86_400])
  }),
)

test(
  'lists notices that never failed before failed ones, longest waiting first, up to a limit',
  inside(async (tx) => {
    const event = (number: number, row: Partial<typeof providerEvents.$inferInsert> = {}) => ({
      ...{ id: id(number), provider: 'bank', deliveryKey: String(number), kind: 'payment', providerId: '1' },
      ...{ receivedAt: at(0), ...row },
    })
    await tx
      .insert(providerEvents)
      .values([
        event(1, { tries: 1, receivedAt: at(-3) }),
        event(2, { tries: 2, receivedAt: at(-4) }),
        event(3, { receivedAt: at(-1) }),
        event(4, { receivedAt: at(-2), nextTryAt: at(5) }),
        event(5, { receivedAt: at(1) }),
        event(6, { receivedAt: new Date(at(1).getTime() + 1) }),
        event(7, { nextTryAt: new Date(at(5).getTime() + 1) }),
        event(8, { processedAt: at(1) }),
        event(9, { tries: 1, receivedAt: at(-2) }),
      ])
    const waiting = async (limit: number) =>
      idsOf(await eventsWaiting(tx, { now: at(5), receivedBefore: at(1), limit })).map((one) =>
        Number(one.at(-1)),
      )
    expect(await waiting(9)).toEqual([4, 3, 5, 2, 1, 9])
    expect(await waiting(5)).toEqual([4, 3, 5, 2, 1])
    expect(await waiting(3)).toEqual([4, 3, 5])
    expect(await waiting(2)).toEqual([4, 3])
  }),
)

test(
  'a notice keeps the time it was first processed',
  inside(async (tx) => {
    const events = [1, 2].map((number) => ({
      ...{ id: id(number), provider: 'bank', deliveryKey: String(number), kind: 'payment', providerId: '1' },
      receivedAt: at(0),
    }))
    await insertEvents(tx, events)
    await markProcessed(tx, id(1), at(3))
    await markProcessed(tx, id(1), at(4))
    expect((await findEvent(tx, id(1)))?.processedAt).toEqual(at(3))
    expect((await findEvent(tx, id(2)))?.processedAt).toBeNull()
  }),
)

test(
  'reads back an unchanged day’s close from its own provider',
  inside(async (tx) => {
    for (const [provider, ours] of [
      ['other', 5],
      ['bank', 6],
    ] as const)
      await saveComparison(tx, close(provider, '2026-11-21', 'differs', ours))
    for (const [provider, ours] of [
      ['other', 5],
      ['bank', 6],
    ] as const) {
      const { row } = await saveComparison(tx, close(provider, '2026-11-21', 'agrees', ours))
      expect(row).toMatchObject({ provider, ours, status: 'differs' })
    }
  }),
)
