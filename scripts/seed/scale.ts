import { addDays, type IsoDate, todayInSaoPaulo } from '../../src/core/calendar.ts'

/** Size and point in time of a seeded shop. */
export interface Scale {
  orders: number
  customers: number
  lookups: number
  documents: number
  /** Number of records in the audit log. */
  audit: number
  now: Date
  today: IsoDate
  /** Time at which the first order was signed. */
  since: Date
}

/** Number of instalments of every order: an entry and nine others. */
export const instalmentsEach = 10

/** Number of days over which the orders are distributed. */
const days = 1_095

/** One in this number of orders belongs to a single customer, more than anybody really hires, to test the longest lists. */
export const ordersOfRegular = 25

/** @param orders number of orders, at least 100 */
export function scaleOf(orders: number, now: Date): Scale {
  const today = todayInSaoPaulo(now)
  return {
    orders,
    customers: Math.max(50, Math.ceil(orders * 0.4)),
    lookups: Math.ceil(orders / 10),
    documents: Math.ceil(orders / 5),
    audit: Math.ceil(orders / 5),
    now,
    today,
    since: new Date(`${addDays(today, -days)}T12:00:00-03:00`),
  }
}
