import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { AmountDue } from '../domain/amount-due.ts'
import { isUnused } from '../domain/credit.ts'
import { beyondCredit } from '../domain/reminder.ts'
import { totalOf } from '../domain/settlement.ts'
import { dueToday, dueTodayOf } from '../instalments/due-today.ts'
import { type InstalmentRow, pendingDue } from '../instalments/store.server.ts'
import { creditsOfUser, instalmentsUnderReview, usersWithOpenCredits } from './store.server.ts'

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
  if (!hasLateCharges(terms)) return dueOf
  const covered = new Set(await coveredOf(executor, userId, todayInSaoPaulo(clock.now())))
  return withoutLateCharges(covered, dueOf, { clock, terms })
}

/** `dueBesideCredits` for instalments of many customers, for the team: the same as each customer is asked for. */
export async function dueBesideCreditsOf(
  deps: Pick<PaymentsDeps, 'database' | 'clock' | 'terms' | 'profileOf'>,
  rows: readonly InstalmentRow[],
): Promise<(row: InstalmentRow) => AmountDue> {
  const userIds = [...new Set(rows.map(({ userId }) => userId))]
  const dueOf = await dueTodayOf(deps, userIds)
  if (!hasLateCharges(deps.terms)) return dueOf
  const today = todayInSaoPaulo(deps.clock.now())
  const ids = rows.map(({ id }) => id)
  const [underReview, owners] = await Promise.all([
    instalmentsUnderReview(deps.database, ids),
    usersWithOpenCredits(deps.database, userIds),
  ])
  const paidByCredit = await Promise.all(owners.map((userId) => coveredOf(deps.database, userId, today)))
  return withoutLateCharges(new Set([...underReview.keys(), ...paidByCredit.flat()]), dueOf, deps)
}

function hasLateCharges({ lateFee, lateInterest }: PaymentsDeps['terms']): boolean {
  return lateFee > 0 || lateInterest > 0
}

/** Returns the ids of a customer's overdue instalments whose money is here already. */
async function coveredOf(executor: Executor, userId: string, today: IsoDate): Promise<string[]> {
  const overdue = await pendingDue(executor, { userId, on: [], before: today })
  const late = new Set((await withoutMoney(executor, { userId, rows: overdue })).map(({ id }) => id))
  return overdue.map(({ id }) => id).filter((id) => !late.has(id))
}

function withoutLateCharges(
  covered: ReadonlySet<string>,
  dueOf: (row: InstalmentRow) => AmountDue,
  { clock, terms }: Pick<PaymentsDeps, 'clock' | 'terms'>,
): (row: InstalmentRow) => AmountDue {
  // What a person pays and what a company pays differs in late charges alone.
  const onTime = dueToday({ clock, terms: { ...terms, lateFee: 0, lateInterest: 0 } }, { documento: '' })
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
