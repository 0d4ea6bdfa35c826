import { and, asc, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { isUuid } from '../../core/ids.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { AcceptanceBreach } from './domain/breach.ts'
import { acceptanceBreaches, acceptanceChecks } from './tables.server.ts'

export type BreachRow = typeof acceptanceBreaches.$inferSelect

/** More than an operator reads: with this many breaches, all records are suspect. */
const maxListed = 100

/**
 * Stores a verification. Deletes a resolved breach that is no longer found, so that it counts as new if it recurs.
 *
 * @returns the breaches that are new
 */
export async function storeCheck(
  tx: Transaction,
  { records, breaches, now }: { records: number; breaches: (AcceptanceBreach & { id: string })[]; now: Date },
): Promise<AcceptanceBreach[]> {
  const check = { checkedAt: now, records, breaches: breaches.length }
  await tx
    .insert(acceptanceChecks)
    .values({ id: 1, ...check })
    .onConflictDoUpdate({ target: acceptanceChecks.id, set: check })
  const places = breaches.map(({ chain, position, reason }) => `${chain} ${position} ${reason}`)
  const { chain, position, reason } = acceptanceBreaches
  const place = sql`${chain} || ' ' || ${position} || ' ' || ${reason}`
  await tx
    .delete(acceptanceBreaches)
    .where(
      and(
        isNotNull(acceptanceBreaches.reviewedAt),
        places.length > 0 ? notInArray(place, places) : undefined,
      ),
    )
  if (breaches.length === 0) return []
  return tx
    .insert(acceptanceBreaches)
    .values(breaches.map((breach) => ({ ...breach, foundAt: now })))
    .onConflictDoNothing()
    .returning({ chain, position, reason })
}

export async function latestCheck(
  executor: Executor,
): Promise<{ checkedAt: Date; records: number; breaches: number } | undefined> {
  const { checkedAt, records, breaches } = acceptanceChecks
  const [row] = await executor.select({ checkedAt, records, breaches }).from(acceptanceChecks)
  return row
}

export function openBreaches(executor: Executor): Promise<BreachRow[]> {
  return executor
    .select()
    .from(acceptanceBreaches)
    .where(isNull(acceptanceBreaches.reviewedAt))
    .orderBy(asc(acceptanceBreaches.foundAt), asc(acceptanceBreaches.id))
    .limit(maxListed)
}

/** @returns whether it was still open */
export async function markReviewed(
  tx: Executor,
  { breachId, now }: { breachId: string; now: Date },
): Promise<boolean> {
  if (!isUuid(breachId)) return false
  const reviewed = await tx
    .update(acceptanceBreaches)
    .set({ reviewedAt: now })
    .where(and(eq(acceptanceBreaches.id, breachId), isNull(acceptanceBreaches.reviewedAt)))
    .returning({ id: acceptanceBreaches.id })
  return reviewed.length > 0
}
