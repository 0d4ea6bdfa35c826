import { and, asc, count, inArray, isNotNull, min, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { isUndecided, type MessagePosition, untried } from './store.server.ts'
import { messages } from './tables.server.ts'

const failedInOutage = and(isUndecided, isNotNull(messages.unavailableAt))

/** Counts the messages that failed because their channel was unavailable, and since when they do. */
export async function countOutage(executor: Executor): Promise<{ count: number; since: Date | null }> {
  const [counted] = await executor
    .select({ count: count(), since: min(messages.unavailableAt) })
    .from(messages)
    .where(failedInOutage)
  return counted ?? { count: 0, since: null }
}

/** The position of one of those messages, counted from the oldest. */
export async function outagePosition(executor: Executor, nth: number): Promise<MessagePosition | undefined> {
  const [position] = await executor
    .select({ createdAt: messages.createdAt, id: messages.id })
    .from(messages)
    .where(failedInOutage)
    .orderBy(asc(messages.createdAt), asc(messages.id))
    .offset(nth - 1)
    .limit(1)
  return position
}

/**
 * Queues the oldest of those messages for their first attempt again, in the order in which they were written: the outbox takes by
 * `waiting_since`. Of two requests at the same time, the second waits and finds none of them.
 *
 * @param tx a transaction
 * @param through the newest message to queue; without it, all up to the limit
 * @returns their ids, oldest first
 */
export async function queueOutageAgain(
  tx: Transaction,
  { through, limit, now }: { through: MessagePosition | undefined; limit: number; now: Date },
): Promise<string[]> {
  const upTo =
    through &&
    sql`(${messages.createdAt}, ${messages.id}) <= (${through.createdAt.toISOString()}::timestamptz, ${through.id}::uuid)`
  const oldest = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(and(failedInOutage, upTo))
    .orderBy(asc(messages.createdAt), asc(messages.id))
    .limit(limit)
    .for('update')
  const ids = oldest.map(({ id }) => id)
  if (ids.length === 0) return []
  const place = sql`array_position(${sql.param(ids)}::uuid[], ${messages.id})`
  const waitingSince = sql`${now.toISOString()}::timestamptz + ${place} * interval '1 microsecond'`
  await tx
    .update(messages)
    .set({ ...untried, waitingSince })
    .where(inArray(messages.id, ids))
  return ids
}
