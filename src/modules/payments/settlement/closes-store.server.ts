import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type IsoDate, isIsoDate } from '../../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { type CloseStatus, closeAfter } from '../domain/close.ts'
import { dailyCloses } from './tables.server.ts'

export type CloseRow = typeof dailyCloses.$inferSelect

/**
 * Saves a close, or updates the saved one after a later comparison of the same day (`closeAfter`).
 *
 * @returns the saved close, and its status before; undefined for the first close of the day
 */
export async function saveComparison(
  tx: Transaction,
  compared: CloseRow,
): Promise<{ row: CloseRow; before: CloseStatus | undefined }> {
  const [inserted] = await tx.insert(dailyCloses).values(compared).onConflictDoNothing().returning()
  if (inserted) return { row: inserted, before: undefined }
  const { provider, day } = compared
  const thisClose = and(eq(dailyCloses.provider, provider), eq(dailyCloses.day, day))
  const [saved] = await tx.select().from(dailyCloses).where(thisClose).for('update')
  if (!saved) throw new Error(`the close of ${day} cannot be read back`)
  const row = closeAfter(saved, compared)
  if (row !== saved) await tx.update(dailyCloses).set(row).where(thisClose)
  return { row, before: saved.status }
}

/** Days of a provider that have a close, in any status. */
export async function closedDays(executor: Executor, provider: string): Promise<IsoDate[]> {
  const rows = await executor
    .select({ day: dailyCloses.day })
    .from(dailyCloses)
    .where(eq(dailyCloses.provider, provider))
    .orderBy(asc(dailyCloses.day))
  return rows.map(({ day }) => day)
}

export function openCloses(executor: Executor, limit: number): Promise<CloseRow[]> {
  return executor
    .select()
    .from(dailyCloses)
    .where(eq(dailyCloses.status, 'differs'))
    .orderBy(asc(dailyCloses.day))
    .limit(limit)
}

/**
 * Accepts a day that differs, with the explanation. Refuses `not_open` for a day that does not differ or is accepted, and
 * `changed_meanwhile` when it was compared again since the person saw it.
 *
 * @param seen when it was compared, as the person saw it
 */
export async function acceptClose(
  tx: Transaction,
  {
    provider,
    day,
    by,
    reason,
    seen,
  }: { provider: string; day: IsoDate; by: string; reason: string; seen?: Date | undefined },
): Promise<Outcome<null, 'not_open' | 'changed_meanwhile'>> {
  if (!isIsoDate(day)) return refuse('not_open')
  const thisClose = and(eq(dailyCloses.provider, provider), eq(dailyCloses.day, day))
  const [saved] = await tx.select().from(dailyCloses).where(thisClose).for('update')
  if (saved?.status !== 'differs') return refuse('not_open')
  if (seen && seen.getTime() !== saved.closedAt.getTime()) return refuse('changed_meanwhile')
  await tx.update(dailyCloses).set({ status: 'accepted', acceptedBy: by, note: reason }).where(thisClose)
  return ok(null)
}

export async function findClose(
  executor: Executor,
  { provider, day }: { provider: string; day: IsoDate },
): Promise<CloseRow | undefined> {
  const [row] = await executor
    .select()
    .from(dailyCloses)
    .where(and(eq(dailyCloses.provider, provider), eq(dailyCloses.day, day)))
  return row
}

/**
 * Days of a provider whose saved close has another amount received than the books have now, oldest first.
 *
 * @param receipts a query of the receipts (account, day, amount) in the books
 */
export async function changedDays(
  executor: Executor,
  { provider, receipts }: { provider: string; receipts: SQL },
): Promise<IsoDate[]> {
  const { rows } = await executor.execute<{ day: IsoDate }>(sql`
    select ${dailyCloses.day}::text as day from ${dailyCloses}
    left join (${receipts}) as received
      on received.account = ${`provider:${provider}`} and received.day = ${dailyCloses.day}
    where ${dailyCloses.provider} = ${provider} and ${dailyCloses.ours} <> coalesce(received.amount, 0)
    order by 1`)
  return rows.map(({ day }) => day)
}

/** The most recent daily closes, newest first. */
export function latestCloses(executor: Executor, limit: number): Promise<CloseRow[]> {
  return executor
    .select()
    .from(dailyCloses)
    .orderBy(desc(dailyCloses.day), asc(dailyCloses.provider))
    .limit(limit)
}
