import { type IsoDate, minuteOfDayInSaoPaulo, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import { PIX_NIGHT } from './night-limit.ts'

/**
 * The owner's rule for the reminder on the due date. Hours are of São Paulo. Nobody is reminded at night, when banks limit
 * the Pix of a person (`PIX_NIGHT`).
 */
export const reminderRule = {
  /** From this hour on what is due today is reminded of, once. */
  fromHour: 9,
  /** An instalment due on the day of hiring: only from this hour on, and only above the night limit. */
  hiredTodayFromHour: 17,
} as const
export type ReminderRule = { readonly [name in keyof typeof reminderRule]: number }

/** Whether reminders are sent at this time at all. */
export function remindsAt(now: Date, rule: ReminderRule = reminderRule): boolean {
  const hour = hourInSaoPaulo(now)
  return hour >= rule.fromHour && hour < PIX_NIGHT.fromHour
}

/**
 * The instalments of a customer to remind of now, among those due today.
 *
 * Whoever hires knows what is due that day, and is not reminded of it, unless the amount is above the night limit and the
 * night is near.
 */
export function toRemindOf<T extends { total: Centavos; createdAt: Date; dueDate: IsoDate }>(
  dueToday: readonly T[],
  now: Date,
  rule: ReminderRule = reminderRule,
): T[] {
  if (!remindsAt(now, rule)) return []
  const isLate = hourInSaoPaulo(now) >= rule.hiredTodayFromHour
  return dueToday.filter(
    ({ total, createdAt, dueDate }) =>
      todayInSaoPaulo(createdAt) !== dueDate || (isLate && total > PIX_NIGHT.limit),
  )
}

function hourInSaoPaulo(now: Date): number {
  return Math.floor(minuteOfDayInSaoPaulo(now) / 60)
}
