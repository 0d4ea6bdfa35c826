import { addDays, addMonths, type IsoDate, weekday } from '../../../core/calendar.ts'
import type { PaymentTerms } from './plan.ts'

/**
 * The owner's rule for a chosen due day: by how many days the first instalment after the day of hiring may be due earlier
 * or later than without a choice (one week, or one month, after hiring). A week has 7 days and a month at most 31: with
 * fewer days in total, some due days are not offered on some days. Customers without a choice are not affected.
 */
export const dueDayRule = {
  weekly: { sooner: 3, later: 3 },
  monthly: { sooner: 10, later: 20 },
} as const
export type DueDayRule = {
  readonly [cadence in keyof typeof dueDayRule]: { readonly sooner: number; readonly later: number }
}

/** The last day that every month has. */
const LAST_DAY = 28

/** A due day that can be chosen, and the due date of the first instalment after the day of hiring. */
export interface DueDayChoice {
  /** Day of the month (1 to 28), or of the week (0 is Sunday), depending on the plan's cadence. */
  day: number
  first: IsoDate
}

/**
 * The due days that a customer who hires today may choose, in ascending order. None for a single payment, and none for a
 * card, which its issuer charges on the day of its bill.
 */
export function dueDayChoices({
  plan,
  today,
  rule = dueDayRule,
}: {
  plan: PaymentTerms
  today: IsoDate
  rule?: DueDayRule
}): DueDayChoice[] {
  return [...firstDueDates({ plan, today, rule })]
    .map(([day, first]) => ({ day, first }))
    .toSorted((a, b) => a.day - b.day)
}

/**
 * The first due date after the day of hiring with a chosen due day: within the owner's rule, the nearest to the date
 * without a choice.
 *
 * @returns undefined when the plan or the rule does not allow it
 */
export function firstDueDate({
  dueDay,
  ...which
}: {
  plan: PaymentTerms
  today: IsoDate
  dueDay: number
  rule?: DueDayRule
}): IsoDate | undefined {
  return firstDueDates(which).get(dueDay)
}

function firstDueDates({
  plan: { cadence, method, entry, instalments },
  today,
  rule = dueDayRule,
}: {
  plan: PaymentTerms
  today: IsoDate
  rule?: DueDayRule
}): Map<number, IsoDate> {
  const isPaidAfterToday = instalments.length > (entry === undefined ? 1 : 0)
  if (cadence === 'once' || method !== 'pix' || !isPaidAfterToday) return new Map()
  const [regular, dueDayOf] =
    cadence === 'weekly' ? [addDays(today, 7), weekday] : [addMonths(today, 1), dayOfMonth]
  const { sooner, later } = rule[cadence]
  // The date nearest to the one without a choice comes last, and replaces the others of its due day; of two equally near, the
  // later one.
  const dates = range(-sooner, later)
    .toSorted((a, b) => Math.abs(b) - Math.abs(a) || a - b)
    .map((days) => addDays(regular, days))
    .filter((date) => date > today)
  return new Map(
    dates.map((date) => [dueDayOf(date), date] as const).filter(([dueDay]) => dueDay <= LAST_DAY),
  )
}

function dayOfMonth(date: IsoDate): number {
  return Number(date.slice(8, 10))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
