import { addDays, addMonths, daysBetween, type IsoDate, weekday } from '../../../core/calendar.ts'
import type { PaymentTerms } from './plan.ts'

/**
 * The owner's rule for a chosen due day: by how many days the first instalment after the day of hiring may fall sooner or
 * later than without a choice (one week, or one month, after hiring). A week has 7 days and a month at most 31: with fewer
 * days in all, some due days are not offered on some days. Nobody who chooses nothing is affected.
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
  /** Of the month (1 to 28), or of the week (0 is Sunday), by the plan's cadence. */
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
  const days = plan.cadence === 'weekly' ? range(0, 6) : range(1, LAST_DAY)
  return days.flatMap((day) => {
    const first = firstDueDate({ plan, today, dueDay: day, rule })
    return first === undefined ? [] : [{ day, first }]
  })
}

/**
 * The first due date after the day of hiring with a chosen due day: within the owner's rule, the nearest to the date
 * without a choice.
 *
 * @returns undefined when the plan or the rule does not allow it
 */
export function firstDueDate({
  plan: { cadence, method, entry, instalments },
  today,
  dueDay,
  rule = dueDayRule,
}: {
  plan: PaymentTerms
  today: IsoDate
  dueDay: number
  rule?: DueDayRule
}): IsoDate | undefined {
  const isPaidAfterToday = instalments.length > (entry === undefined ? 1 : 0)
  if (cadence === 'once' || method !== 'pix' || !isPaidAfterToday) return undefined
  const regular = cadence === 'weekly' ? addDays(today, 7) : addMonths(today, 1)
  const { sooner, later } = rule[cadence]
  const isOnDay = (date: IsoDate) =>
    dueDay === (cadence === 'weekly' ? weekday(date) : Number(date.slice(8, 10)))
  const dates = range(-sooner, later).map((days) => addDays(regular, days))
  const allowed = dates.filter(
    (date) => date > today && isOnDay(date) && (cadence === 'weekly' || dueDay <= LAST_DAY),
  )
  return allowed.toSorted((a, b) => distance(regular, a) - distance(regular, b) || b.localeCompare(a))[0]
}

function distance(from: IsoDate, to: IsoDate): number {
  return Math.abs(daysBetween(from, to))
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
