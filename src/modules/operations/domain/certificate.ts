import { daysBetween, type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'

/** A certificate that this product presents to another party. */
export interface Certificate {
  /** Its purpose, in Portuguese: 'o certificado do API Pix'. */
  name: string
  expiresAt: Date
  /** What to do before it expires, and what stops working afterwards, in Portuguese. */
  todo: string
  without: string
}

/** Days before expiry at which the team is notified, the latest last; 0 is the first day without it. */
const notices = [30, 7, 1, 0] as const

/** The notice that is due for a certificate: its number of days, or undefined while none is due. */
export function noticeDue(
  { expiresAt }: Pick<Certificate, 'expiresAt'>,
  now: Date,
): (typeof notices)[number] | undefined {
  const days = expiresAt <= now ? 0 : Math.max(1, daysLeft(expiresAt, now))
  return notices.findLast((notice) => days <= notice)
}

/** Whole days in São Paulo until the day of expiry. */
function daysLeft(expiresAt: Date, now: Date): number {
  return daysBetween(todayInSaoPaulo(now), todayInSaoPaulo(expiresAt))
}

/** The day of expiry in São Paulo. */
export function lastDayOf({ expiresAt }: Pick<Certificate, 'expiresAt'>): IsoDate {
  return todayInSaoPaulo(expiresAt)
}
