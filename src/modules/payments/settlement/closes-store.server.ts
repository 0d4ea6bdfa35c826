import { and, asc, eq } from 'drizzle-orm'
import type { IsoDate } from '../../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { dailyCloses } from './tables.server.ts'

export type CloseRow = typeof dailyCloses.$inferSelect

/** Writes a close down; a day that differed, or was accepted, stays as it was. */
export async function insertClose(
  tx: Executor,
  close: typeof dailyCloses.$inferInsert,
): Promise<{ row: CloseRow; isNew: boolean }> {
  const { provider, day, ...result } = close
  const [written] = await tx
    .insert(dailyCloses)
    .values(close)
    .onConflictDoUpdate({
      target: [dailyCloses.provider, dailyCloses.day],
      set: result,
      setWhere: eq(dailyCloses.status, 'agrees'),
    })
    .returning()
  if (written) return { row: written, isNew: true }
  const at = and(eq(dailyCloses.provider, provider), eq(dailyCloses.day, day))
  const [row] = await tx.select().from(dailyCloses).where(at)
  if (!row) throw new Error(`the close of ${day} cannot be read back`)
  return { row, isNew: false }
}

export function openCloses(executor: Executor, limit: number): Promise<CloseRow[]> {
  return executor
    .select()
    .from(dailyCloses)
    .where(eq(dailyCloses.status, 'differs'))
    .orderBy(asc(dailyCloses.day))
    .limit(limit)
}

/** A person has said why a day differs. Refuses a day that does not, or that was accepted before. */
export async function acceptClose(
  tx: Executor,
  { provider, day, by, reason }: { provider: string; day: IsoDate; by: string; reason: string },
): Promise<Outcome<null, 'not_open'>> {
  const rows = await tx
    .update(dailyCloses)
    .set({ status: 'accepted', acceptedBy: by, note: reason })
    .where(
      and(eq(dailyCloses.provider, provider), eq(dailyCloses.day, day), eq(dailyCloses.status, 'differs')),
    )
    .returning({ day: dailyCloses.day })
  return rows.length > 0 ? ok(null) : refuse('not_open')
}
