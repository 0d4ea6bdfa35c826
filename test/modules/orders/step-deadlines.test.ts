import fc from 'fast-check'
import { expect, test } from 'vitest'
import '../../support/property-seed.ts'
import { isBusinessDay } from '../../../src/core/business-days.ts'
import { addDays, startOfDayInSaoPaulo } from '../../../src/core/calendar.ts'
import { type Deadline, deliveryDate } from '../../../src/modules/catalogue/public.ts'
import {
  dayEndingAt,
  decisionDay,
  endOfDay,
  moveDeadline,
  spreadDeadlines,
} from '../../../src/modules/orders/domain/step-deadlines.ts'

const day = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2024-01-01', days))
const deadline = fc.record({
  kind: fc.constantFrom('calendarDays' as const, 'businessDays' as const),
  days: fc.integer({ min: 0, max: 120 }),
})

const spread = ({ start, deadline, steps }: { start: string; deadline: Deadline; steps: number }) =>
  spreadDeadlines({
    ...{ days: deadline.days, steps },
    dayAfter: (days) => deliveryDate({ start, deadline: { ...deadline, days } }),
  })

test('spreads the contracted time over the steps, in its own kind of days', () => {
  const start = '2026-11-20'
  expect(spread({ start, deadline: { kind: 'calendarDays', days: 30 }, steps: 5 })).toEqual([
    '2026-11-26',
    '2026-12-02',
    '2026-12-08',
    '2026-12-14',
    '2026-12-20',
  ])
  expect(spread({ start, deadline: { kind: 'businessDays', days: 7 }, steps: 3 })).toEqual([
    '2026-11-25',
    '2026-11-27',
    '2026-12-01',
  ])
  expect(spread({ start, deadline: { kind: 'businessDays', days: 7 }, steps: 0 })).toEqual([])
})

test('spreads any time over any steps in sequence, on business days, the last on the promised delivery', () => {
  fc.assert(
    fc.property(day, deadline, fc.integer({ min: 1, max: 12 }), (start, time, steps) => {
      const days = spread({ start, deadline: time, steps })
      const delivery = deliveryDate({ start, deadline: time })
      expect(days).toHaveLength(steps)
      expect(days).toEqual(days.toSorted())
      expect(days.at(-1)).toBe(delivery)
      for (const each of days) expect(each === delivery || isBusinessDay(each)).toBe(true)
    }),
  )
})

test('when one step is rescheduled, its neighbours follow and stay in sequence', () => {
  const days = ['2026-12-01', '2026-12-10', '2026-12-20']
  expect(moveDeadline(days, { index: 0, to: '2026-12-12' })).toEqual([
    '2026-12-12',
    '2026-12-12',
    '2026-12-20',
  ])
  expect(moveDeadline(days, { index: 2, to: '2026-12-05' })).toEqual([
    '2026-12-01',
    '2026-12-05',
    '2026-12-05',
  ])
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 8 }), fc.nat(), day, (some, at, to) => {
      const sorted = some.toSorted()
      const index = at % sorted.length
      const moved = moveDeadline(sorted, { index, to })
      expect(moved[index]).toBe(to)
      expect(moved).toEqual(moved.toSorted())
    }),
  )
})

test('a day ends when the next one begins in São Paulo, also where it has no midnight', () => {
  expect(endOfDay('2026-11-20')).toEqual(new Date('2026-11-21T03:00:00Z'))
  expect(endOfDay('2018-11-03')).toEqual(startOfDayInSaoPaulo('2018-11-04'))
  fc.assert(fc.property(day, (date) => dayEndingAt(endOfDay(date)) === date))
})

test('an order on hold must be decided by the end of the next business day', () => {
  expect(decisionDay(new Date('2026-11-20T18:00:00Z'))).toBe('2026-11-23')
  expect(decisionDay(new Date('2026-11-24T02:00:00Z'))).toBe('2026-11-24')
})
