import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paymentMachine } from '../../../src/modules/payments/domain/payment-state.ts'
import { acceptedAmounts, isPast, receivedAtOf } from '../../../src/modules/payments/domain/report-doubts.ts'
import { isStale, laterReport } from '../../../src/modules/payments/domain/report-order.ts'
import {
  afterAttempt,
  type SetAsideReason,
  setAsideReasons,
} from '../../../src/modules/payments/domain/set-aside.ts'
import {
  independentGroups,
  isOldestFirst,
  middleOf,
  nextOffset,
  repeated,
  startOfSweep,
} from '../../../src/modules/payments/domain/sweep.ts'

const minute = 60_000
const hour = 60 * minute
const now = new Date('2026-11-21T13:00:00Z')
const at = (offset: number) => new Date(now.getTime() + offset)

describe('where a sweep starts', () => {
  test.each([
    ['the first one, a day back', undefined, -24 * hour, false],
    ['after a change', { sweptUntil: at(-hour), movedAt: at(-hour) }, -hour, false],
    ['a little ahead', { sweptUntil: at(5 * minute), movedAt: at(0) }, 5 * minute, false],
    ['further ahead', { sweptUntil: at(5 * minute + 1), movedAt: at(0) }, -24 * hour, true],
    ['in the future, moved an hour ago', { sweptUntil: at(hour), movedAt: at(-hour) }, -25 * hour, true],
    ['in the future, of unknown age', { sweptUntil: at(hour), movedAt: null }, -30 * 24 * hour, true],
    ['in the future, also moved there', { sweptUntil: at(hour), movedAt: at(hour) }, -30 * 24 * hour, true],
  ])('%s', (_, cursor, from, isMended) => {
    const start = startOfSweep(cursor, now)
    expect(start).toEqual({
      sweptUntil: at(from),
      from: at(from - 15 * minute),
      to: at(10 * 366 * 24 * hour),
      isMended,
    })
  })
})

test('the cursor moves to what most dates of a page agree on, never into the future', () => {
  const middle = (...dates: (Date | undefined)[]) => middleOf(dates, now)
  expect(middle()).toBeUndefined()
  expect(middle(undefined, undefined)).toBeUndefined()
  expect(middle(at(-3 * hour), at(-2 * hour), at(-hour))).toEqual(at(-2 * hour))
  expect(middle(at(-3 * hour), at(-2 * hour), at(1e9))).toEqual(at(-2 * hour))
  expect(middle(at(1e9), at(2e9))).toEqual(now)
  expect(middle(at(-20 * hour), undefined)).toEqual(at(-20 * hour))
  expect(middle(at(-2 * hour), at(-hour))).toEqual(at(-2 * hour))
  expect(middle(at(-4 * hour), at(-3 * hour), at(-2 * hour), at(-hour))).toEqual(at(-3 * hour))
  for (const dates of [
    [-3, -1, -2],
    [-1, -2, -3],
    [-2, -1, -3],
  ])
    expect(middle(...dates.map((hours) => at(hours * hour)))).toEqual(at(-2 * hour))
})

test.each([
  [[], false],
  [[1], false],
  [[1, 1], false],
  [[1, 2], true],
  [[2, 1], false],
  [[1, 1, 2, 2, 3], true],
  [[1, 3, 2, 4], false],
  [[2, 1, 3], false],
])('whether pages with median times %s are oldest first: %s', (middles, expected) => {
  expect(isOldestFirst(middles.map(at))).toBe(expected)
})

test('a page repeats ten payments of the one before; one that repeats none is reread from further up', () => {
  const ids = Array.from({ length: 25 }, (_, index) => String(index))
  const next = (offset: number, before: string[], read = offset + 25) =>
    nextOffset({ offset, ids, before, read, pageSize: 25 })
  expect(next(0, [])).toEqual({ joins: true, next: 15 })
  expect(next(15, ['3'])).toEqual({ joins: true, next: 30 })
  expect(next(40, ['x'])).toEqual({ joins: false, next: 25 })
  expect(next(10, ['x'])).toEqual({ joins: false, next: 0 })
  // Fewer were read than there are up to the end of the page.
  expect(next(40, ['3'], 64)).toEqual({ joins: false, next: 0 })
})

test('reading page by page misses no payment, however others move to the end meanwhile', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 160 }),
      fc.array(fc.array(fc.nat(), { maxLength: 30 }), { maxLength: 12 }),
      (count, moves) => {
        const pageSize = 25
        let list = Array.from({ length: count }, (_, index) => String(index))
        const seen = new Set<string>()
        let before: readonly string[] = []
        let steps = 0
        for (let offset: number | undefined = 0; offset !== undefined; steps++) {
          const ids = list.slice(offset, offset + pageSize)
          const read = new Set([...seen, ...ids]).size
          const { joins, next } = nextOffset({ offset, ids, before, read, pageSize })
          if (joins) {
            before = ids.slice(-repeated)
            for (const id of ids) seen.add(id)
          }
          // Payments that move were already read: one that changes before it is read moves to the end and is read there.
          for (const pick of moves[steps] ?? []) {
            const moved = list[pick % list.length] ?? ''
            list = [...list.filter((id) => id !== moved), moved]
          }
          offset = next
          expect(steps).toBeLessThan(500)
        }
        expect(list.filter((id) => !seen.has(id))).toEqual([])
      },
    ),
  )
})

describe('which of two reports is older', () => {
  const report = (
    state: Parameters<typeof isStale>[0]['state'],
    offset: number | undefined,
    returned = 0,
  ) => ({
    ...{ state, returned },
    at: offset === undefined ? undefined : at(offset),
  })
  test.each([
    ['an earlier date', report('approved', -hour), report('in_mediation', -2 * hour), true],
    ['a later date', report('approved', -2 * hour), report('in_mediation', -hour), false],
    ['the same date, further on', report('pending', -hour), report('approved', -hour), false],
    ['the same date, further back', report('approved', -hour), report('pending', -hour), true],
    ['the same date, no progress', report('approved', -hour), report('charged_back', -hour), false],
    ['an earlier date, further on', report('pending', -hour), report('approved', -2 * hour), false],
    ['an earlier date, more refunded', report('approved', -hour, 1), report('approved', -2 * hour, 2), false],
    ['the same date, less refunded', report('approved', -hour, 2), report('approved', -hour, 1), true],
    ['a known date in the future', report('approved', 10 * hour), report('in_mediation', -hour), false],
    ['a date in the future', report('approved', -hour), report('pending', 10 * hour), false],
    ['a later date, behind', report('approved', -2 * hour), report('pending', -hour), false],
    ['ahead, but less refunded', report('approved', -hour, 2), report('refunded', -2 * hour, 1), true],
    ['behind, but more refunded', report('refunded', -hour, 1), report('approved', -hour, 2), false],
    ['an unknown status, the same date', report('approved', -hour), report(undefined, -hour), false],
    ['an unknown status, an earlier date', report('approved', -hour), report(undefined, -2 * hour), true],
    ['a known unknown status', report(undefined, -hour), report('approved', -2 * hour), true],
    ['no date', report('approved', -hour), report('pending', undefined), false],
    ['a known report without a date', report('approved', undefined), report('pending', -hour), false],
  ])('%s: %#', (_, known, reported, expected) => {
    expect(isStale(known, reported, now)).toBe(expected)
  })

  test('whatever the dates, a report that is further on is never old', () => {
    const states = fc.constantFrom(...paymentMachine.states)
    const instants = fc.option(fc.integer({ min: -1e9, max: 1e12 }).map(at), { nil: undefined })
    fc.assert(
      fc.property(states, states, instants, instants, (before, after, first, second) => {
        const follows = paymentMachine.reachable(before).includes(after)
        const precedes = paymentMachine.reachable(after).includes(before)
        fc.pre(follows && !precedes)
        const known = { state: before, returned: 0, at: first }
        expect(isStale(known, { state: after, returned: 0, at: second }, now)).toBe(false)
      }),
    )
  })

  test('a future date is never stored', () => {
    expect(laterReport(null, at(10 * hour), now)).toBeNull()
    expect(laterReport(at(-hour), at(10 * hour), now)).toEqual(at(-hour))
    expect(laterReport(at(10 * hour), at(-hour), now)).toEqual(at(-hour))
    expect(laterReport(at(-hour), at(-2 * hour), now)).toEqual(at(-hour))
    expect(laterReport(at(-2 * hour), at(-hour), now)).toEqual(at(-hour))
  })
})

describe('which amounts are believed', () => {
  const fresh = { amount: 100, refunded: 0, chargedBack: 0, fee: 0, receivedAt: null }
  const booked = { amount: 100, refunded: 10, chargedBack: 0, fee: 3, receivedAt: at(-hour) }
  const taken = { ...booked, chargedBack: 40 }
  const approved = { state: 'approved' as const, amount: 100, refunded: 10, fee: 3 }
  test.each([
    ['a legal report', booked, {}, { state: 'approved', refunded: 10, fee: 3, doubts: [] }],
    ['approved, with its time', booked, { approvedAt: now }, { doubts: [] }],
    ['without its earlier fee', booked, { fee: 0 }, { fee: 0, doubts: [] }],
    ['a fee of the whole amount', booked, { fee: 100 }, { fee: 100, doubts: [] }],
    ['a centavo', fresh, { amount: 1, refunded: 0, fee: 0 }, { amount: 1, doubts: [] }],
    ['nothing', fresh, { amount: 0, refunded: 0, fee: 0 }, { amount: 0, doubts: [] }],
    [
      'in dispute, more refunded than paid',
      booked,
      { state: 'in_mediation' as const, refunded: 101 },
      { state: 'in_mediation', refunded: 10, doubts: ['illegal_amounts'] },
    ],
    ['another amount of booked money', booked, { amount: 4 }, { amount: 100, doubts: ['amount_changed'] }],
    ['another amount of new money', fresh, { amount: 40, refunded: 0 }, { amount: 40, doubts: [] }],
    ['more refunded than paid', booked, { refunded: 101 }, { refunded: 10, doubts: ['illegal_amounts'] }],
    ['less refunded than before', booked, { refunded: 9 }, { refunded: 10, doubts: ['illegal_amounts'] }],
    [
      'a negative amount charged back',
      booked,
      { refunded: 11, chargedBack: -1 },
      { refunded: 10, chargedBack: 0, doubts: ['illegal_amounts'] },
    ],
    [
      'a negative refund beside a partial chargeback',
      booked,
      { refunded: -1, chargedBack: 12 },
      { refunded: 10, chargedBack: 0, doubts: ['illegal_amounts'] },
    ],
    ['a negative refund', booked, { refunded: -1 }, { refunded: 10, doubts: ['illegal_amounts'] }],
    ['approved, and refunded wholly', fresh, { refunded: 100 }, { refunded: 0, doubts: ['illegal_amounts'] }],
    [
      'refunded wholly',
      booked,
      { state: 'refunded' as const, refunded: 100 },
      { state: 'refunded', refunded: 100, doubts: [] },
    ],
    [
      'refunded in part',
      booked,
      { state: 'refunded' as const, refunded: 20 },
      { state: 'approved', refunded: 10, doubts: ['illegal_amounts'] },
    ],
    [
      'unpaid, and refunded',
      fresh,
      { state: 'pending' as const, refunded: 1 },
      { state: 'pending', refunded: 0, doubts: ['illegal_amounts'] },
    ],
    ['charged back', booked, { state: 'charged_back' as const }, { refunded: 10, chargedBack: 90 }],
    ['approved, without a stated amount', booked, {}, { chargedBack: 0 }],
    ['a partial chargeback', booked, { chargedBack: 40 }, { refunded: 10, chargedBack: 40, doubts: [] }],
    [
      'a partial chargeback, then more of it',
      taken,
      { chargedBack: 41 },
      { refunded: 10, chargedBack: 41, doubts: [] },
    ],
    [
      'a partial chargeback, then less of it',
      taken,
      { chargedBack: 39 },
      { refunded: 10, chargedBack: 40, doubts: ['illegal_amounts'] },
    ],
    [
      'a partial chargeback, then a refund instead of it',
      taken,
      { refunded: 50, chargedBack: 0 },
      { refunded: 50, chargedBack: 0, doubts: [] },
    ],
    [
      'a partial chargeback, and a refund of the rest',
      taken,
      { state: 'charged_back' as const, refunded: 60, chargedBack: 40 },
      { refunded: 60, chargedBack: 40, doubts: [] },
    ],
    [
      'a partial chargeback that leaves nothing of an approved payment',
      taken,
      { chargedBack: 90 },
      { refunded: 10, chargedBack: 40, doubts: ['illegal_amounts'] },
    ],
    [
      'more charged back than paid',
      booked,
      { state: 'charged_back' as const, chargedBack: 91 },
      { refunded: 10, chargedBack: 90, doubts: ['illegal_amounts'] },
    ],
    [
      'a part that an earlier release recorded as a refund',
      booked,
      { refunded: 0, chargedBack: 10 },
      { refunded: 10, chargedBack: 0, doubts: [] },
    ],
    [
      'such a part, then more',
      booked,
      { refunded: 0, chargedBack: 25 },
      { refunded: 10, chargedBack: 15, doubts: [] },
    ],
    [
      'an amount below what was refunded before it was booked',
      { ...fresh, refunded: 10 },
      { amount: 5 },
      { amount: 5, refunded: 5, doubts: ['illegal_amounts'] },
    ],
    ['a fee beyond the amount', booked, { fee: 101 }, { fee: 3, doubts: ['illegal_amounts'] }],
    ['a negative fee', booked, { fee: -1 }, { fee: 3, doubts: ['illegal_amounts'] }],
    [
      'an unreadable fee',
      booked,
      { fee: 0, doubts: ['fee_unreadable' as const] },
      { fee: 3, doubts: ['fee_unreadable'] },
    ],
    [
      'unpaid, with a time of approval',
      fresh,
      { state: 'rejected' as const, refunded: 0, approvedAt: now },
      { doubts: ['approved_without_money'] },
    ],
  ])('%s', (_, known, change, expected) => {
    expect(acceptedAmounts(known, { ...approved, ...change })).toMatchObject(expected)
  })

  test('whatever is reported, the believed amounts are legal', () => {
    const amount = fc.integer({ min: 0, max: 1000 })
    const wild = fc.integer({ min: -2000, max: 2000 })
    fc.assert(
      fc.property(
        ...[amount, amount, wild, fc.option(wild, { nil: undefined }), wild],
        fc.constantFrom(...paymentMachine.states),
        fc.boolean(),
        (before, reported, refunded, chargedBack, fee, state, isBooked) => {
          const known = {
            amount: before,
            refunded: Math.min(before, 7),
            chargedBack: Math.min(Math.max(0, before - 7), 5),
            fee: 0,
            receivedAt: isBooked ? now : null,
          }
          const believed = acceptedAmounts(known, { state, amount: reported, refunded, chargedBack, fee })
          expect(believed.refunded).toBeGreaterThanOrEqual(0)
          expect(believed.chargedBack).toBeGreaterThanOrEqual(0)
          expect(believed.refunded + believed.chargedBack).toBeLessThanOrEqual(believed.amount)
          expect(believed.fee).toBeGreaterThanOrEqual(0)
          if (isBooked) expect(believed).toMatchObject({ amount: before })
        },
      ),
    )
  })
})

test.each([
  ['the approval', at(-hour), at(-2 * hour), at(-hour), []],
  ['now, without one', null, at(-2 * hour), now, []],
  ['the current time, for a future approval', at(hour), at(-2 * hour), now, ['doubtful_date']],
  [
    'the current time, for an approval before the charge',
    at(-3 * hour),
    at(-2 * hour),
    now,
    ['doubtful_date'],
  ],
  ['the approval, at the moment of the charge', at(-hour), at(-hour), at(-hour), []],
  ['the approval, by a clock that is slow', at(-hour - 5 * minute), at(-hour), at(-hour - 5 * minute), []],
  [
    'the current time, by a clock that is slower still',
    at(-hour - 5 * minute - 1),
    at(-hour),
    now,
    ['doubtful_date'],
  ],
  ['the approval, where nothing states when it began', at(-9000 * hour), undefined, at(-9000 * hour), []],
])('money is received at %s', (_, approvedAt, notBefore, expected, doubts) => {
  expect(receivedAtOf({ approvedAt, notBefore, now })).toEqual({ at: expected, doubts })
})

test('a clock may be five minutes ahead', () => {
  expect([isPast(now, now), isPast(at(5 * minute), now), isPast(at(5 * minute + 1), now)]).toEqual([
    true,
    true,
    false,
  ])
})

test('the reasons for setting a payment aside, as the database stores them', () => {
  const ours = ['unreadable', 'foreign_currency', 'not_recordable']
  expect(setAsideReasons).toEqual([...ours, 'perhaps_ours', 'other_shop'])
})

test('a set-aside payment waits twice as long after each try, up to six hours, and starts over once resolved', () => {
  const failed = { reason: 'unreadable' as SetAsideReason, digest: 'a', now }
  let waiting = {
    ...failed,
    since: now,
    tries: 0,
    notifiedAt: null as Date | null,
    resolvedAt: null as Date | null,
    resolvedBy: null as string | null,
  }
  const delays = Array.from({ length: 12 }, () => {
    const next = afterAttempt(waiting, failed)
    if (!next) throw new Error('nothing to wait for')
    waiting = { ...waiting, ...next }
    return (next.nextTryAt.getTime() - now.getTime()) / 1000
  })
  expect(delays).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600, 21_600])
  const notified = { ...waiting, notifiedAt: now }
  expect(afterAttempt(notified, failed)).toMatchObject({ notifiedAt: now })
  const booked = { ...notified, resolvedAt: now }
  expect(afterAttempt(booked, failed)).toMatchObject({ tries: 1, notifiedAt: null, resolvedAt: null })
  expect(afterAttempt(booked, failed)?.nextTryAt).toEqual(at(30_000))
  const decided = { ...booked, resolvedBy: 'someone' }
  expect(afterAttempt(decided, failed)).toBeUndefined()
  expect(afterAttempt(decided, { ...failed, digest: 'b' })).toMatchObject({
    tries: 1,
    notifiedAt: null,
    resolvedBy: null,
  })
  expect(afterAttempt(decided, { ...failed, reason: 'not_recordable' })).toMatchObject({ resolvedAt: null })
})

const listed = (providerId: string, reference?: string) => ({ providerId, reference })

test.each([
  ['others', [listed('1', 'a'), listed('2', 'b'), listed('3'), listed('4')], ['1', '2', '3', '4']],
  ['one reference', [listed('1', 'a'), listed('2', 'b'), listed('3', 'a')], ['2', '1 3']],
  ['one id', [listed('1', 'a'), listed('1', 'b'), listed('2')], ['1 1', '2']],
  [
    'an id and a reference',
    [listed('1', 'a'), listed('2', 'b'), listed('2', 'a'), listed('3')],
    ['1 2 2', '3'],
  ],
  ['an empty reference', [listed('1', ''), listed('2', '')], ['1', '2']],
])('payments of a page that share %s', (_, page, groups) => {
  const named = independentGroups(page).map((group) => group.map(({ providerId }) => providerId).join(' '))
  expect(named).toEqual(groups)
})

test('groups of a page keep the order of the list', () => {
  const page = [listed('1', 'a'), listed('2', 'b'), listed('3', 'b'), listed('4', 'a'), listed('4', 'b')]
  expect(independentGroups(page)).toEqual([page])
})
