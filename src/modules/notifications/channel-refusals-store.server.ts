import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { SECOND } from '../../core/durations.ts'
import { builtOnce } from '../../platform/database/built-once.ts'
import type { Executor } from '../../platform/database/database.ts'
import { onlyRow } from '../../platform/database/only-row.ts'
import { idsOfPendingJobs } from '../../platform/jobs/pending-job.ts'
import type { ChannelRefusals, WaitingQueue } from './domain/channel-refusals.ts'
import type { ChannelName } from './ports.ts'
import { channelRefusals } from './tables.server.ts'

/**
 * Records that a channel did not accept a message, for a reason that is not its recipient; not once a report has said that it did.
 *
 * @param at when the attempt began
 */
export async function recordChannelRefusal(
  executor: Executor,
  {
    channel,
    messageId,
    code = null,
    at,
  }: { channel: ChannelName; messageId: string; code: string | null | undefined; at: Date },
): Promise<void> {
  const began = sql`${at.toISOString()}::timestamptz`
  await executor.execute(sql`
    insert into channel_refusals (channel, since, latest_at, code)
    select ${channel}, ${began}, ${began}, ${code?.slice(0, 100) ?? null}::text
      from messages where id = ${messageId} and status = 'queued'
    on conflict (channel) do update
      set latest_at = greatest(channel_refusals.latest_at, excluded.latest_at), code = excluded.code`)
}

/**
 * Ends the refusals of a channel, which accepted a message.
 *
 * @param triedAt when the attempt began, if only a later report shows that it was accepted; by default now
 */
export async function endChannelRefusals(
  executor: Executor,
  { channel, triedAt }: { channel: ChannelName; triedAt?: Date },
): Promise<void> {
  if (!triedAt) await endRefusals(executor, { channel })
  else {
    await executor
      .delete(channelRefusals)
      .where(and(eq(channelRefusals.channel, channel), lte(channelRefusals.since, triedAt)))
  }
}

/** With each message that a channel accepts. */
const endRefusals = builtOnce((executor) =>
  executor.delete(channelRefusals).where(eq(channelRefusals.channel, sql.placeholder('channel'))),
)

/** The channels that accepted nothing since they last refused. */
export function selectChannelRefusals(executor: Executor): Promise<ChannelRefusals[]> {
  return executor.select().from(channelRefusals).orderBy(asc(channelRefusals.channel))
}

/**
 * Whether the messages that are due are worked off. The oldest are taken first, so those that a worker is at work on are among the oldest;
 * it renews them every few seconds, and one that was killed no longer does.
 */
export async function readWaitingQueue(executor: Executor): Promise<WaitingQueue> {
  const { rows } = await executor.execute<{ oldest: number | null; is_worked: boolean }>(sql`
    select extract(epoch from least(
        min(waiting_since) filter (where not is_taken),
        (select not_before from messages where not_before is not null and status = 'queued' order by not_before limit 1)
      ))::float as oldest,
      coalesce(bool_or(is_taken), false) as is_worked
    from (select waiting_since, coalesce(taken_at > now() - interval '1 minute', false) as is_taken from messages
      where waiting_since is not null order by waiting_since limit ${lookedAt}) oldest_waiting`)
  const { oldest, is_worked: isWorked } = onlyRow(rows)
  return { oldestSince: oldest === null ? null : new Date(oldest * SECOND), isWorked }
}

/** More rows than all workers of a shop have taken at a time. */
const lookedAt = 1_000

/**
 * Counts the messages of a channel that wait to be accepted: for their first attempt, between two attempts, or for what became of one.
 *
 * @returns at most one more than `limit`
 */
export async function countChannelWaiting(
  executor: Executor,
  { channel, limit }: { channel: ChannelName; limit: number },
): Promise<number> {
  const { rows } = await executor.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from messages where channel = ${channel} and status = 'queued' and id in (
        select id from messages where waiting_since is not null
        union all select id from messages where not_before is not null and tried_at is not null
        union all ${idsOfPendingJobs('messages.deliver', 'messageId')})
      limit ${limit + 1}) waiting`)
  return onlyRow(rows).count
}

/** Counts the messages that are due and wait for a worker, of every channel. @returns at most one more than `limit` */
export async function countDue(
  executor: Executor,
  { now, limit }: { now: Date; limit: number },
): Promise<number> {
  const { rows } = await executor.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select 1 from messages where waiting_since is not null
      union all select 1 from messages where not_before <= ${now.toISOString()}::timestamptz and status = 'queued'
      limit ${limit + 1}) due`)
  return onlyRow(rows).count
}
