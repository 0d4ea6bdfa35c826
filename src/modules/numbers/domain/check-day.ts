import { addDays, type IsoDate } from '../../../core/calendar.ts'
import { HOUR } from '../../../core/durations.ts'

/** Days before and after today that are checked in turn: due dates may be two years ahead. */
const before = 400
const after = 800

/**
 * Returns the day whose figures are compared with the rows in this hour: every day around today within fifty days.
 *
 * @param today DATE in America/Sao_Paulo
 */
export function checkedDay(now: Date, today: IsoDate): IsoDate {
  return addDays(today, (Math.floor(now.getTime() / HOUR) % (before + after + 1)) - before)
}
