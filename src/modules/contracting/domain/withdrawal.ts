import { nextBusinessDay } from '../../../core/business-days.ts'
import { addDays, type IsoDate } from '../../../core/calendar.ts'
import { contractTerms } from './terms.ts'

/** Last day to withdraw from a contract accepted on `accepted`, moved to the next business day (CDC art. 49). */
export function withdrawalUntil(accepted: IsoDate, days: number = contractTerms.withdrawalDays): IsoDate {
  return nextBusinessDay(addDays(accepted, days))
}
