import { daysBetween, type IsoDate } from '../../../core/calendar.ts'

/** Time until delivery: `days` left, or `days` late. `soon`: less than seven days, shown as a warning. */
export type Countdown = { state: 'late' | 'today' | 'soon' | 'ahead'; days: number }

/** Spec section 4: negative is late, zero is today, under seven warns. */
export function countdown(delivery: IsoDate, today: IsoDate): Countdown {
  const days = daysBetween(today, delivery)
  if (days < 0) return { state: 'late', days: -days }
  if (days === 0) return { state: 'today', days }
  return { state: days < 7 ? 'soon' : 'ahead', days }
}
