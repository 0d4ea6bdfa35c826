import { gt, lt, sql } from 'drizzle-orm'
import { MINUTE } from '../../core/durations.ts'
import type { Executor } from '../database/database.ts'
import { securityCounts } from './tables.server.ts'

/** Adds to the counts of a minute. Sorted, so that two processes lock the rows in the same order. */
export async function addCounts(
  executor: Executor,
  counts: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const minute = new Date(Math.floor(now.getTime() / MINUTE) * MINUTE)
  const rows = [...counts].sort().map(([event, count]) => ({ event, minute, count }))
  if (rows.length === 0) return
  await executor
    .insert(securityCounts)
    .values(rows)
    .onConflictDoUpdate({
      target: [securityCounts.event, securityCounts.minute],
      set: { count: sql`${securityCounts.count} + excluded.count` },
    })
}

/** Returns the number of times that each event happened in the minutes after `since`. */
export async function countsSince(executor: Executor, since: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await executor
    .select({
      event: securityCounts.event,
      count: sql<number>`sum(${securityCounts.count})`.mapWith(Number),
    })
    .from(securityCounts)
    .where(gt(securityCounts.minute, since))
    .groupBy(securityCounts.event)
  return new Map(rows.map(({ event, count }) => [event, count]))
}

export async function deleteCountsBefore(executor: Executor, instant: Date): Promise<void> {
  await executor.delete(securityCounts).where(lt(securityCounts.minute, instant))
}
