import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, daysBetween, weekday } from '../../../src/core/calendar.ts'
import { planCost } from '../../../src/modules/catalogue/domain/cost.ts'
import { dueDayChoices, dueDayRule, firstDueDate } from '../../../src/modules/catalogue/domain/due-day.ts'
import { cashPlan, fixedPlan } from '../../../src/modules/catalogue/domain/plan.ts'
import { schedule } from '../../../src/modules/catalogue/domain/schedule.ts'

const shape = { id: 'x', label: 'x', method: 'pix' as const, entry: 40_000 }
const monthly = fixedPlan({ ...shape, cadence: 'monthly', times: 12, each: 19_990 })
const weekly = fixedPlan({ ...shape, cadence: 'weekly', times: 20, each: 9_990 })
const { entry: _entry, ...withoutEntry } = shape
const monthlyWithoutEntry = fixedPlan({ ...withoutEntry, cadence: 'monthly', times: 5, each: 24_000 })
const card = fixedPlan({ ...shape, method: 'credit_card', cadence: 'monthly', times: 6, each: 25_000 })
const service = { plans: [cashPlan(150_000)] }
const today = '2026-11-22'

const dates = (plan: typeof monthly, dueDay?: number, on = today) =>
  schedule({ plan, today: on, dueDay }).map(({ dueDate }) => dueDate)

test('without a choice the dates stay as before', () => {
  expect(dates(monthly).slice(0, 3)).toEqual(['2026-11-22', '2026-12-22', '2027-01-22'])
  expect(dates(monthly, undefined)).toEqual(dates(monthly))
})

test('every due day of a month or week can be chosen', () => {
  expect(dueDayChoices({ plan: monthly, today }).map(({ day }) => day)).toEqual(
    Array.from({ length: 28 }, (_, index) => index + 1),
  )
  expect(dueDayChoices({ plan: weekly, today }).map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('the entry stays today; the instalments fall on the chosen day of the month', () => {
  expect(dates(monthly, 5).slice(0, 4)).toEqual(['2026-11-22', '2027-01-05', '2027-02-05', '2027-03-05'])
  expect(dates(monthly, 20).slice(0, 3)).toEqual(['2026-11-22', '2026-12-20', '2027-01-20'])
})

test('without an entry the first instalment stays today, since the work begins with it', () => {
  expect(dates(monthlyWithoutEntry, 15).slice(0, 3)).toEqual(['2026-11-22', '2026-12-15', '2027-01-15'])
})

test('weekly instalments fall on the chosen day of the week', () => {
  const friday = dates(weekly, 5)
  expect(friday.slice(0, 3)).toEqual(['2026-11-22', '2026-11-27', '2026-12-04'])
  expect(friday.slice(1).every((date) => weekday(date) === 5)).toBe(true)
})

test('offers nothing for a single payment, a card, or a day that not every month has', () => {
  expect(dueDayChoices({ plan: cashPlan(150_000), today })).toEqual([])
  expect(dueDayChoices({ plan: card, today })).toEqual([])
  expect(firstDueDate({ plan: monthly, today: '2026-12-30', dueDay: 30 })).toBeUndefined()
  expect(dates(monthly, 31)).toEqual(dates(monthly))
})

test('an owner may allow fewer days', () => {
  const rule = { ...dueDayRule, monthly: { sooner: 0, later: 5 } }
  expect(dueDayChoices({ plan: monthly, today, rule }).map(({ day }) => day)).toEqual([
    22, 23, 24, 25, 26, 27,
  ])
})

test('on every day of hiring, the first instalment is within the rule and the rest follow without drift', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1500 }),
      fc.integer({ min: 1, max: 28 }),
      fc.integer({ min: 0, max: 6 }),
      (offset, day, weekDay) => {
        const on = addDays('2026-01-01', offset)
        const [, first = '', ...rest] = dates(monthly, day, on)
        const late = daysBetween(addMonths(on, 1), first)
        expect(late).toBeGreaterThanOrEqual(-dueDayRule.monthly.sooner)
        expect(late).toBeLessThanOrEqual(dueDayRule.monthly.later)
        for (const date of [first, ...rest]) expect(Number(date.slice(8))).toBe(day)
        const [, firstWeek = ''] = dates(weekly, weekDay, on)
        expect(weekday(firstWeek)).toBe(weekDay)
        expect(Math.abs(daysBetween(addDays(on, 7), firstWeek))).toBeLessThanOrEqual(dueDayRule.weekly.later)
      },
    ),
  )
})

test('the rate follows the dates: earlier payments cost more, later ones less', () => {
  const regular = planCost(service, { ...monthly, cashPlanId: 'a-vista' })
  const rateOn = (dueDay: number) =>
    planCost(service, { ...monthly, cashPlanId: 'a-vista' }, { today, dueDay }).rate?.percent ?? 0
  expect(regular.rate?.percent).toBe(14.65)
  expect(rateOn(22)).toBe(14.65)
  expect(rateOn(13)).toBeGreaterThan(14.65)
  expect(rateOn(5)).toBeLessThan(14.65)
})

test('the owner allows every day of a week, and a month', () => {
  expect(dueDayRule).toEqual({ weekly: { sooner: 3, later: 3 }, monthly: { sooner: 10, later: 20 } })
})

test('a due day can be chosen as soon as one instalment is paid after today', () => {
  const choices = (plan: typeof monthly) => dueDayChoices({ plan, today }).length
  const without = { ...withoutEntry, cadence: 'monthly' as const, each: 24_000 }
  expect(choices({ ...monthly, instalments: [] })).toBe(0)
  expect(choices(fixedPlan({ ...shape, cadence: 'monthly', times: 1, each: 24_000 }))).toBe(28)
  expect(choices(fixedPlan({ ...without, times: 1 }))).toBe(0)
  expect(choices(fixedPlan({ ...without, times: 2 }))).toBe(28)
})

test('takes the nearest of several dates, the later of two equally near ones, and never today', () => {
  const week = (sooner: number, later: number) => ({ ...dueDayRule, weekly: { sooner, later } })
  const firstOn = (dueDay: number) => firstDueDate({ plan: weekly, today, dueDay, rule: week(6, 6) })
  // Without a choice it is Sunday, 29 November.
  expect([firstOn(1), firstOn(5)]).toEqual(['2026-11-30', '2026-11-27'])
  const fortnights = { ...dueDayRule, monthly: { sooner: 15, later: 15 } }
  expect(firstDueDate({ plan: monthly, today: '2026-10-22', dueDay: 7, rule: fortnights })).toBe('2026-12-07')
  expect(dueDayChoices({ plan: weekly, today, rule: week(7, -1) }).map(({ day }) => day)).toEqual([
    1, 2, 3, 4, 5, 6,
  ])
})

test('counts the rate of a weekly plan in weeks', () => {
  const plan = { ...weekly, cashPlanId: 'a-vista' }
  const rateOn = (dueDay: number) => planCost(service, plan, { today, dueDay }).rate?.percent ?? 0
  expect(rateOn(0)).toBe(planCost(service, plan).rate?.percent)
  expect(rateOn(4)).toBeGreaterThan(rateOn(0))
  expect(rateOn(3)).toBeLessThan(rateOn(0))
})
