import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { AmountDue } from '../domain/amount-due.ts'
import { isUnused } from '../domain/credit.ts'
import { beyondCredit } from '../domain/reminder.ts'
import { totalOf } from '../domain/settlement.ts'
import { dueToday } from '../instalments/due-today.ts'
import { type InstalmentRow, pendingDue } from '../instalments/store.server.ts'
import { creditsOfUser, instalmentsUnderReview } from './store.server.ts'

/**
 * `dueToday` for the instalments of a customer. An instalment whose money is here already, as an unused credit or under review, has no
 * late charges while the team decides: a credit pays it without them.
 */
export async function dueBesideCredits(
  executor: Executor,
  { userId, documento }: { userId: string; documento: string },
  { clock, terms }: Pick<PaymentsDeps, 'clock' | 'terms'>,
): Promise<(row: InstalmentRow) => AmountDue> {
  const dueOf = dueToday({ clock, terms }, { documento })
  if (terms.lateFee === 0 && terms.lateInterest === 0) return dueOf
  const overdue = await pendingDue(executor, { userId, on: [], before: todayInSaoPaulo(clock.now()) })
  const late = new Set((await withoutMoney(executor, { userId, rows: overdue })).map(({ id }) => id))
  const covered = new Set(overdue.map(({ id }) => id).filter((id) => !late.has(id)))
  const onTime = dueToday({ clock, terms: { ...terms, lateFee: 0, lateInterest: 0 } }, { documento })
  return (row) => (covered.has(row.id) ? onTime : dueOf)(row)
}

/** Returns a customer's instalments without those under review and those that their unused credits would pay in this order. */
export async function withoutMoney(
  executor: Executor,
  { userId, rows }: { userId: string; rows: readonly InstalmentRow[] },
): Promise<InstalmentRow[]> {
  if (rows.length === 0) return []
  const underReview = await instalmentsUnderReview(
    executor,
    rows.map(({ id }) => id),
  )
  const credits = (await creditsOfUser(executor, userId)).filter(isUnused)
  return beyondCredit(
    rows.filter(({ id }) => !underReview.has(id)),
    totalOf(credits),
  )
}
