import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Executor } from '../../../platform/database/database.ts'
import { providerEvents } from './tables.server.ts'

/** Stores a notice. Returns false for a delivery that is already stored. */
export async function insertEvent(tx: Executor, event: typeof providerEvents.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(providerEvents)
    .values(event)
    .onConflictDoNothing({ target: providerEvents.deliveryKey })
    .returning({ id: providerEvents.id })
  return rows.length > 0
}

export async function findEvent(executor: Executor, id: string) {
  return (await executor.select().from(providerEvents).where(eq(providerEvents.id, id)))[0]
}

export async function markProcessed(executor: Executor, id: string, at: Date): Promise<void> {
  await executor
    .update(providerEvents)
    .set({ processedAt: at })
    .where(and(eq(providerEvents.id, id), isNull(providerEvents.processedAt)))
}

export function eventsWaiting(executor: Executor, before: Date, limit: number): Promise<{ id: string }[]> {
  return executor
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(isNull(providerEvents.processedAt), lte(providerEvents.receivedAt, before)))
    .orderBy(asc(providerEvents.receivedAt))
    .limit(limit)
}
