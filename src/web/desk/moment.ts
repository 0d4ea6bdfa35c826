import { formatDate, todayInSaoPaulo } from '../../core/calendar.ts'
import { timeOf } from './queue/snooze-time.ts'

/** '22/11' */
export function dayOf(instant: Date): string {
  return formatDate(todayInSaoPaulo(instant)).slice(0, 5)
}

/** '22/11, 17:01': a moment where the year goes without saying. */
export function shortMoment(instant: Date): string {
  return `${dayOf(instant)}, ${timeOf(instant)}`
}
