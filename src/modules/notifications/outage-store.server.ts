import { and, asc, count, isNotNull, min, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { isUndecided, type MessagePosition } from './store.server.ts'
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
 * @param through the newest message to queue; without it, all up to the limit
 * @returns their ids, oldest first
 */
export async function queueOutageAgain(
  executor: Executor,
  { through, limit, now }: { through: MessagePosition | undefined; limit: number; now: Date },
): Promise<string[]> {
  const upTo =
    through &&
    sql`(${messages.createdAt}, ${messages.id}) <= (${through.createdAt.toISOString()}::timestamptz, ${through.id}::uuid)`
  const { rows } = await executor.execute<{ id: string }>(sql`
    with oldest as materialized (
      select id, created_at from messages where ${and(failedInOutage, upTo)}
      order by created_at, id limit ${limit} for update),
    numbered as (select id, row_number() over (order by created_at, id) as place from oldest),
    queued as (
      update messages set status = 'queued', attempts = 0, tried_at = null, failure_code = null, unavailable_at = null,
        waiting_since = ${now.toISOString()}::timestamptz + place * interval '1 microsecond', taken_at = null
      from numbered where messages.id = numbered.id returning messages.id, place)
    select id from queued order by place`)
  return rows.map(({ id }) => id)
}
