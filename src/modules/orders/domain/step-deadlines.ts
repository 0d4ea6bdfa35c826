import { addBusinessDays, nextBusinessDay } from '../../../core/business-days.ts'
import { addDays, type IsoDate, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../../core/calendar.ts'
import { MONEY_REVIEW_DAYS } from '../../../core/commitments.ts'

/**
 * The due day of each step: the contracted time in equal parts. The last step is the delivery, due on its promised day; an
 * earlier one is never due on a non-business day.
 *
 * @param days the contracted time
 * @param dayAfter the day so many days after the start, in the contract's own kind of days
 */
export function spreadDeadlines({
  days,
  steps,
  dayAfter,
}: {
  days: number
  steps: number
  dayAfter(days: number): IsoDate
}): IsoDate[] {
  const delivery = dayAfter(days)
  return Array.from({ length: steps }, (_, index) => {
    const day = nextBusinessDay(dayAfter(Math.ceil((days * (index + 1)) / steps)))
    return earlier(day, delivery)
  })
}

/**
 * The due days of the open steps after one of them moves. Steps are done in sequence: those after it are due no earlier, those
 * before it no later. The day of the last one is the promised delivery.
 *
 * @param days of the open steps, in their sequence
 */
export function moveDeadline(
  days: readonly IsoDate[],
  { index, to }: { index: number; to: IsoDate },
): IsoDate[] {
  return days.map((day, at) => (at === index ? to : at < index ? earlier(day, to) : later(day, to)))
}

/** Deadline of a promise for a day: the end of that day in São Paulo. */
export function endOfDay(day: IsoDate): Date {
  return startOfDayInSaoPaulo(addDays(day, 1))
}

/** The last day that has ended at an instant; at the exact end of a day, that day. */
export function dayEndingAt(instant: Date): IsoDate {
  return addDays(todayInSaoPaulo(instant), -1)
}

/** The day by which the team decides about an order whose money was returned. */
export function decisionDay(heldAt: Date): IsoDate {
  return addBusinessDays(todayInSaoPaulo(heldAt), MONEY_REVIEW_DAYS)
}

function earlier(a: IsoDate, b: IsoDate): IsoDate {
  return a < b ? a : b
}

function later(a: IsoDate, b: IsoDate): IsoDate {
  return a > b ? a : b
}
