import { nextBusinessDay } from '../../../core/business-days.ts'
import {
  addDays,
  daysBetween,
  type IsoDate,
  minuteOfDayInSaoPaulo,
  todayInSaoPaulo,
} from '../../../core/calendar.ts'
import type { Milestone } from '../../../core/milestones.ts'
import type { Centavos } from '../../../core/money.ts'
import { PIX_NIGHT } from './night-limit.ts'

/**
 * The owner's rule for reminders. Hours are in São Paulo time. No reminder is sent at night, when banks limit the Pix of a
 * person (`PIX_NIGHT`).
 */
export const reminderRule = {
  /** Hour from which reminders are sent, once a day. */
  fromHour: 9,
  /**
   * For an instalment due on the day of hiring: reminders are sent only from this hour on, and only above the night
   * limit.
   */
  hiredTodayFromHour: 17,
  /** Number of days after its date during which the last reminder is still sent; later it is skipped. */
  lastFor: 7,
  /** Number of days between the reminders of an order that is late with several instalments. */
  severalLateEvery: 7,
} as const
export type ReminderRule = { readonly [name in keyof typeof reminderRule]: number }

/** Days on which reminders are sent: before the due date, and after the last day without late charges. */
export interface ReminderDays {
  coming: number
  lateFirst: number
  lateSecond: number
  lateLast: number
}

/**
 * Returns the reminder to send today for a due date: always the latest one reached, so that after days without a run nobody also
 * receives the earlier ones. Undefined when none applies.
 */
export function milestoneOf({
  dueDate,
  today,
  days,
  rule = reminderRule,
}: {
  dueDate: IsoDate
  today: IsoDate
  days: ReminderDays
  rule?: ReminderRule
}): Milestone | undefined {
  if (today < dueDate) return daysBetween(today, dueDate) <= days.coming ? 'coming' : undefined
  // No late charges are added until the next business day, so it is not late before that.
  const late = daysBetween(nextBusinessDay(dueDate), today)
  if (late <= 0) return 'due'
  if (late >= days.lateLast + rule.lastFor) return undefined
  if (late >= days.lateLast) return 'late-last'
  if (late >= days.lateSecond) return 'late-second'
  return late >= days.lateFirst ? 'late-first' : undefined
}

/** Returns the due dates that have a reminder today, each with its reminder. */
export function milestonesOf(
  today: IsoDate,
  days: ReminderDays,
  rule: ReminderRule = reminderRule,
): { dueDate: IsoDate; milestone: Milestone }[] {
  // Several days without bank business can follow a due date.
  const from = addDays(today, -(days.lateLast + rule.lastFor + 7))
  const span = Array.from({ length: daysBetween(from, today) + days.coming + 1 }, (_, day) =>
    addDays(from, day),
  )
  return span.flatMap((dueDate) => {
    const milestone = milestoneOf({ dueDate, today, days, rule })
    return milestone ? [{ dueDate, milestone }] : []
  })
}

/** Whether reminders are sent at this time of day. */
export function remindsAt(now: Date, rule: ReminderRule = reminderRule): boolean {
  const hour = hourInSaoPaulo(now)
  return hour >= rule.fromHour && hour < PIX_NIGHT.fromHour
}

/**
 * Returns the instalments of a customer to remind of now, among those that have a reminder today.
 *
 * A customer who has just hired knows the instalments due that day and in the next days, and gets no reminder of them, unless the amount
 * is above the night limit and the night is near.
 */
export function toRemindOf<
  T extends { total: Centavos; createdAt: Date; dueDate: IsoDate; milestone: Milestone },
>(
  reached: readonly T[],
  now: Date,
  { days, rule = reminderRule }: { days: ReminderDays; rule?: ReminderRule },
): T[] {
  if (!remindsAt(now, rule)) return []
  const isLate = hourInSaoPaulo(now) >= rule.hiredTodayFromHour
  return reached.filter(({ total, createdAt, dueDate, milestone }) => {
    const hired = todayInSaoPaulo(createdAt)
    if (milestone === 'coming') return hired < addDays(dueDate, -days.coming)
    return hired !== dueDate || milestone !== 'due' || (isLate && total > PIX_NIGHT.limit)
  })
}

/**
 * Returns the instalments that a customer's unused money does not pay for, when it is used for the others in this order: nobody is reminded
 * of what they may have paid already, before the team has decided what that money is for. A credit pays an instalment without late charges.
 *
 * @param unused centavos
 */
export function beyondCredit<T extends { amount: Centavos }>(rows: readonly T[], unused: Centavos): T[] {
  let left = unused
  return rows.filter(({ amount }) => {
    if (amount > left) return true
    left -= amount
    return false
  })
}

/**
 * Returns the orders that are late with several instalments, each with those instalments. Such an order gets one reminder for all of them,
 * at most once a week, instead of several a week that do not say where to begin.
 *
 * @param overdue open instalments whose due date is over, the oldest first
 */
export function lateWithSeveral<T extends { orderId: string; dueDate: IsoDate }>(
  overdue: readonly T[],
  today: IsoDate,
): Map<string, T[]> {
  const late = overdue.filter(({ dueDate }) => nextBusinessDay(dueDate) < today)
  return new Map([...Map.groupBy(late, ({ orderId }) => orderId)].filter(([, rows]) => rows.length > 1))
}

/** Whether an order that is late with several instalments has had a reminder too recently for another one today. */
export function wasRemindedRecently(
  { last, today }: { last: Date | undefined; today: IsoDate },
  rule: ReminderRule = reminderRule,
): boolean {
  return last !== undefined && daysBetween(todayInSaoPaulo(last), today) < rule.severalLateEvery
}

function hourInSaoPaulo(now: Date): number {
  return Math.floor(minuteOfDayInSaoPaulo(now) / 60)
}
