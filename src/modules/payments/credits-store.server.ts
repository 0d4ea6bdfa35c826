import { and, asc, eq } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { credits } from './tables.server.ts'

export type CreditRow = typeof credits.$inferSelect

/** False when it was known already. */
export async function insertCredit(tx: Executor, credit: CreditRow): Promise<boolean> {
  const rows = await tx.insert(credits).values(credit).onConflictDoNothing().returning({ id: credits.id })
  return rows.length > 0
}

export function openCredits(executor: Executor, limit: number): Promise<CreditRow[]> {
  return executor
    .select()
    .from(credits)
    .where(eq(credits.status, 'open'))
    .orderBy(asc(credits.createdAt))
    .limit(limit)
}

export async function closeCredit(
  tx: Executor,
  { id, by, resolution, at }: { id: string; by: string; resolution: string; at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(credits)
    .set({ status: 'resolved', resolvedAt: at, resolvedBy: by, resolution })
    .where(and(eq(credits.id, id), eq(credits.status, 'open')))
    .returning({ id: credits.id })
  return rows.length > 0
}
