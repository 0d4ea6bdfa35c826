import { and, asc, desc, eq } from 'drizzle-orm'
import { type IsoDate, isIsoDate } from '../../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { dailyCloses } from './tables.server.ts'

export type CloseRow = typeof dailyCloses.$inferSelect

/** Saves a close. A saved close with status `differs` or `accepted` is not overwritten. */
export async function insertClose(
  tx: Executor,
  close: typeof dailyCloses.$inferInsert,
): Promise<{ row: CloseRow; isNew: boolean }> {
  const { provider, day, ...result } = close
  const [saved] = await tx
    .insert(dailyCloses)
    .values(close)
    .onConflictDoUpdate({
      target: [dailyCloses.provider, dailyCloses.day],
      set: result,
      setWhere: eq(dailyCloses.status, 'agrees'),
    })
    .returning()
  if (saved) return { row: saved, isNew: true }
  const thisClose = and(eq(dailyCloses.provider, provider), eq(dailyCloses.day, day))
  const [row] = await tx.select().from(dailyCloses).where(thisClose)
  if (!row) throw new Error(`the close of ${day} cannot be read back`)
  return { row, isNew: false }
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

/** Accepts a day that differs, with the explanation. Refuses `not_open` for a day that does not differ or is accepted. */
export async function acceptClose(
  tx: Executor,
  { provider, day, by, reason }: { provider: string; day: IsoDate; by: string; reason: string },
): Promise<Outcome<null, 'not_open'>> {
  if (!isIsoDate(day)) return refuse('not_open')
  const rows = await tx
    .update(dailyCloses)
    .set({ status: 'accepted', acceptedBy: by, note: reason })
    .where(
      and(eq(dailyCloses.provider, provider), eq(dailyCloses.day, day), eq(dailyCloses.status, 'differs')),
    )
    .returning({ day: dailyCloses.day })
  return rows.length > 0 ? ok(null) : refuse('not_open')
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

/** The most recent daily closes, newest first. */
export function latestCloses(executor: Executor, limit: number): Promise<CloseRow[]> {
  return executor
    .select()
    .from(dailyCloses)
    .orderBy(desc(dailyCloses.day), asc(dailyCloses.provider))
    .limit(limit)
}
