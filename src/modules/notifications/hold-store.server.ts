import { and, eq, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { isPendingJob } from '../../platform/jobs/pending-job.ts'
import type { DropReason } from './domain/manners.ts'
import type { ChannelName } from './ports.ts'
import { messages } from './tables.server.ts'

/**
 * Holds a queued message until a later time; the attempt that had begun does not count, unless its outcome is unknown. Leaves one that
 * failed in the meantime, such as by a bounce.
 *
 * @param triedAt when that attempt began, if its outcome is unknown
 */
export async function holdMessage(
  executor: Executor,
  { id, until, triedAt }: { id: string; until: Date; triedAt?: Date },
): Promise<void> {
  await executor
    .update(messages)
    .set({
      notBefore: until,
      waitingSince: null,
      takenAt: null,
      ...(triedAt ? { triedAt } : { attempts: sql`greatest(${messages.attempts} - 1, 0)` }),
    })
    .where(and(eq(messages.id, id), eq(messages.status, 'queued')))
}

/** Drops a message permanently. */
export async function dropMessage(
  executor: Executor,
  { id, reason }: { id: string; reason: DropReason },
): Promise<void> {
  await executor
    .update(messages)
    .set({ status: 'dropped', droppedReason: reason, notBefore: null, waitingSince: null, takenAt: null })
    .where(eq(messages.id, id))
}

/** Moves a message to another channel than the one it was written for. */
export async function moveToChannel(
  executor: Executor,
  { id, channel, to }: { id: string; channel: ChannelName; to: string },
): Promise<void> {
  await executor.update(messages).set({ channel, to }).where(eq(messages.id, id))
}

/**
 * Queues messages that are held until now or earlier for their first attempt. One that a job holds which was interrupted with its process is
 * left to that job: it would be sent twice at the same time. @returns how many
 */
export async function releaseHeld(executor: Executor, now: Date): Promise<number> {
  const { rowCount } = await executor.execute(sql`
    update messages set waiting_since = not_before, not_before = null
    where not_before <= ${now.toISOString()}::timestamptz and status = 'queued'
      and not ${isPendingJob('messageId', messages.id)}`)
  return rowCount ?? 0
}
