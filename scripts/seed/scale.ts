import { addDays, type IsoDate, todayInSaoPaulo } from '../../src/core/calendar.ts'

/** The size and the time of a seeded shop. */
export interface Scale {
  orders: number
  customers: number
  lookups: number
  documents: number
  /** Records in the audit log. */
  audit: number
  now: Date
  today: IsoDate
  /** When the first order was signed. */
  since: Date
}

/** Instalments of every order: an entry and nine others. */
export const instalmentsEach = 10

/** Days over which the orders are spread. */
const days = 1_095

/** One customer has so many of the orders: more than anybody hires, to see the longest lists. */
export const ordersOfRegular = 25

/** @param orders at least 100 */
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
