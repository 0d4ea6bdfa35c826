import { nextBusinessDay } from '../../../core/business-days.ts'
import {
  addDays,
  daysBetween,
  type IsoDate,
  minuteOfDayInSaoPaulo,
  todayInSaoPaulo,
} from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import { PIX_NIGHT } from './night-limit.ts'

/**
 * The owner's rule for reminders. Hours are of São Paulo. Nobody is reminded at night, when banks limit the Pix of a person
 * (`PIX_NIGHT`).
 */
export const reminderRule = {
  /** From this hour on people are reminded, once a day. */
  fromHour: 9,
  /** An instalment due on the day of hiring: only from this hour on, and only above the night limit. */
  hiredTodayFromHour: 17,
  /** After its day, the last reminder is sent for so many days; whoever was not reminded by then is not any more. */
  lastFor: 7,
} as const
export type ReminderRule = { readonly [name in keyof typeof reminderRule]: number }

/** The reminders of an instalment, in their order. */
export const milestones = ['coming', 'due', 'late-first', 'late-second', 'late-last'] as const
export type Milestone = (typeof milestones)[number]

/** On which days the reminders go: before the due date, and after the day until which nothing is added. */
export interface ReminderDays {
  coming: number
  lateFirst: number
  lateSecond: number
  lateLast: number
}

export const reminderDays: ReminderDays = { coming: 3, lateFirst: 2, lateSecond: 7, lateLast: 15 }

/**
 * The reminder that makes sense today for what is due on a date: always the newest that was reached, so that after days without a run
 * nobody gets the earlier ones as well. Undefined where none does.
 */
export function milestoneOf({
  dueDate,
  today,
  days = reminderDays,
  rule = reminderRule,
}: {
  dueDate: IsoDate
  today: IsoDate
  days?: ReminderDays
  rule?: ReminderRule
}): Milestone | undefined {
  if (today < dueDate) return daysBetween(today, dueDate) <= days.coming ? 'coming' : undefined
  // Until the next business day nothing is added, so nothing is late.
  const late = daysBetween(nextBusinessDay(dueDate), today)
  if (late <= 0) return 'due'
  if (late >= days.lateLast + rule.lastFor) return undefined
  if (late >= days.lateLast) return 'late-last'
  if (late >= days.lateSecond) return 'late-second'
  return late >= days.lateFirst ? 'late-first' : undefined
}

/** The due dates that have a reminder today, and which. */
export function milestonesOf(
  today: IsoDate,
  days: ReminderDays = reminderDays,
  rule: ReminderRule = reminderRule,
): { dueDate: IsoDate; milestone: Milestone }[] {
  // A due date may be followed by several days without banks.
  const from = addDays(today, -(days.lateLast + rule.lastFor + 7))
  const span = Array.from({ length: daysBetween(from, today) + days.coming + 1 }, (_, day) =>
    addDays(from, day),
  )
  return span.flatMap((dueDate) => {
    const milestone = milestoneOf({ dueDate, today, days, rule })
    return milestone ? [{ dueDate, milestone }] : []
  })
}

/** Whether reminders are sent at this time at all. */
export function remindsAt(now: Date, rule: ReminderRule = reminderRule): boolean {
  const hour = hourInSaoPaulo(now)
  return hour >= rule.fromHour && hour < PIX_NIGHT.fromHour
}

/**
 * The instalments of a customer to remind of now, among those that have a reminder today.
 *
 * Whoever hires knows what is due that day and in the next ones, and is not reminded of it, unless the amount is above the night limit and
 * the night is near.
 */
export function toRemindOf<
  T extends { total: Centavos; createdAt: Date; dueDate: IsoDate; milestone: Milestone },
>(
  reached: readonly T[],
  now: Date,
  { days = reminderDays, rule = reminderRule }: { days?: ReminderDays; rule?: ReminderRule } = {},
): T[] {
  if (!remindsAt(now, rule)) return []
  const isLate = hourInSaoPaulo(now) >= rule.hiredTodayFromHour
  return reached.filter(({ total, createdAt, dueDate, milestone }) => {
    const hired = todayInSaoPaulo(createdAt)
    if (milestone === 'coming') return hired < addDays(dueDate, -days.coming)
    return hired !== dueDate || milestone !== 'due' || (isLate && total > PIX_NIGHT.limit)
  })
}

function hourInSaoPaulo(now: Date): number {
  return Math.floor(minuteOfDayInSaoPaulo(now) / 60)
}
