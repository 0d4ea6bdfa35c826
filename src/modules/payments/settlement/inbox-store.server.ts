import { and, asc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { builtOnce } from '../../../platform/database/built-once.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { insertNewRows } from '../../../platform/database/insert-rows.ts'
import { providerEvents } from './tables.server.ts'

/** Stores notices, skipping those whose delivery is already stored. @returns how many were new */
export function insertEvents(
  executor: Executor,
  events: readonly (typeof providerEvents.$inferInsert)[],
): Promise<number> {
  return insertNewRows(executor, providerEvents, events, { unique: providerEvents.deliveryKey })
}

export async function findEvent(executor: Executor, id: string) {
  return (await eventById(executor, { id }))[0]
}

const eventById = builtOnce((executor) =>
  executor
    .select()
    .from(providerEvents)
    .where(eq(providerEvents.id, sql.placeholder('id'))),
)

export async function markProcessed(executor: Executor, id: string, at: Date): Promise<void> {
  await processing(executor, { id, at })
}

const processing = builtOnce((executor) =>
  executor
    .update(providerEvents)
    // Done in its outbox by the same write.
    .set({ processedAt: sql`${sql.placeholder('at')}`, waitingSince: null, takenAt: null })
    .where(and(eq(providerEvents.id, sql.placeholder('id')), isNull(providerEvents.processedAt))),
)

/**
 * Unprocessed notices whose next try is due, the longest waiting first; those that never failed precede those that did, so
 * that no number of failing notices delays them.
 */
export async function eventsWaiting(
  executor: Executor,
  { now, receivedBefore, limit }: { now: Date; receivedBefore: Date; limit: number },
): Promise<{ id: string; provider: string; tries: number }[]> {
  const select = (hasFailed: boolean, count: number) =>
    executor
      .select({ id: providerEvents.id, provider: providerEvents.provider, tries: providerEvents.tries })
      .from(providerEvents)
      .where(
        and(
          isNull(providerEvents.processedAt),
          lte(providerEvents.receivedAt, receivedBefore),
          hasFailed ? gt(providerEvents.tries, 0) : eq(providerEvents.tries, 0),
          or(isNull(providerEvents.nextTryAt), lte(providerEvents.nextTryAt, now)),
        ),
      )
      .orderBy(asc(providerEvents.receivedAt))
      .limit(count)
  const fresh = await select(false, limit)
  return fresh.length < limit ? [...fresh, ...(await select(true, limit - fresh.length))] : fresh
}

export async function postponeEvent(
  executor: Executor,
  id: string,
  change: { tries: number; nextTryAt: Date },
): Promise<void> {
  await executor.update(providerEvents).set(change).where(eq(providerEvents.id, id))
}

/** Deletes processed notices that were received before an instant. @returns how many */
export async function deleteProcessed(executor: Executor, before: Date): Promise<number> {
  const deleted = await executor
    .delete(providerEvents)
    .where(and(isNotNull(providerEvents.processedAt), lt(providerEvents.receivedAt, before)))
    .returning({ id: providerEvents.id })
  return deleted.length
}
