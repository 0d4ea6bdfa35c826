import { formatDate, todayInSaoPaulo } from '../../core/calendar.ts'
import { timeOf } from './queue/snooze-time.ts'

/** Formats a day: '22/11' */
export function dayOf(instant: Date): string {
  return formatDate(todayInSaoPaulo(instant)).slice(0, 5)
}

/** Formats a moment without its year: '22/11, 17:01'. */
export function shortMoment(instant: Date): string {
  return `${dayOf(instant)}, ${timeOf(instant)}`
}
