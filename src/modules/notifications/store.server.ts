import { and, desc, eq, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import { chunksOf } from '../../core/chunks.ts'
import { builtOnce } from '../../platform/database/built-once.ts'
import { oneOf } from '../../platform/database/columns.ts'
import type { Executor } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import { updateRow } from '../../platform/database/update-row.ts'
import { idsOfPendingJobs, isPendingJob } from '../../platform/jobs/pending-job.ts'
import { mapContent } from './domain/content.ts'
import { attemptedStatuses, endedStatuses, sendableStatuses } from './domain/message.ts'
import { redactSecrets } from './domain/redact-secrets.ts'
import type { MessageList } from './list-messages.ts'
import type { Delivery, SentAs } from './ports.ts'
import type { SentMessage } from './public.ts'
import { messages } from './tables.server.ts'

export type MessageRow = typeof messages.$inferSelect

export async function insertMessage(executor: Executor, row: typeof messages.$inferInsert): Promise<void> {
  await insertRows(executor, messages, [row])
}

/** Increments the attempts and returns the message; undefined when there is nothing to deliver. */
export async function beginAttempt(executor: Executor, id: string): Promise<MessageRow | undefined> {
  const [message] = await attempt(executor, { id })
  return message
}

const attempt = builtOnce((executor) =>
  executor
    .update(messages)
    .set({ attempts: sql`${messages.attempts} + 1`, status: 'queued' })
    .where(
      sql`${messages.id} = ${sql.placeholder('id')} and ${messages.givenUpAt} is null and ${oneOf(messages.status, sendableStatuses)}`,
    )
    .returning(),
)

/**
 * Redacts the secrets of a sent message; a message that is only stored (`kept`) must stay readable.
 *
 * @param triedAt when this attempt began: a report that arrived before its answer may have reported a later state, or
 *   caused another attempt
 */
export async function recordDelivery(
  executor: Executor,
  { id, text, links, content }: Pick<MessageRow, 'id' | 'text' | 'links' | 'content'>,
  { status, providerId, sentAs }: Delivery,
  { at, triedAt }: { at: Date; triedAt?: Date | undefined },
): Promise<void> {
  const redacted = redactedParts({ text, links, content })
  await updateRow(executor, messages, {
    where: { id, status: 'queued', triedAt },
    set: {
      status,
      providerId: providerId ?? null,
      sentAs: sentAs ?? null,
      triedAt: null,
      failureCode: null,
      sentAt: at,
      // Done in its outbox by the same write.
      waitingSince: null,
      takenAt: null,
      ...(status === 'sent' ? redacted : {}),
    },
  })
}

function redactedParts({ text, links, content }: Pick<MessageRow, 'text' | 'links' | 'content'>) {
  return {
    text: redactSecrets(text),
    links: links.map(redactSecrets),
    content: content && mapContent(content, redactSecrets),
  }
}

/**
 * Records the start of an attempt whose outcome only the provider may have. @returns false while the outcome of an earlier
 * one is unknown
 */
export async function claimAttempt(
  executor: Executor,
  { id, sentAs, now, before }: { id: string; sentAs: SentAs | undefined; now: Date; before: Date },
): Promise<boolean> {
  const rows = await executor
    .update(messages)
    .set({ triedAt: now, sentAs: sentAs ?? null })
    .where(
      and(
        eq(messages.id, id),
        eq(messages.status, 'queued'),
        or(isNull(messages.triedAt), lt(messages.triedAt, before)),
      ),
    )
    .returning({ id: messages.id })
  return rows.length > 0
}

/** Records that a message was sent whose answer is missing. */
export async function markSent(executor: Executor, { id, at }: { id: string; at: Date }): Promise<void> {
  await executor
    .update(messages)
    .set({ triedAt: at })
    .where(and(eq(messages.id, id), eq(messages.status, 'queued')))
}

/**
 * Records that the provider did not accept the message.
 *
 * @param triedAt when an earlier attempt began whose outcome is still unknown
 */
export async function endAttempt(
  executor: Executor,
  { id, triedAt }: { id: string; triedAt: Date | null },
): Promise<void> {
  await executor.update(messages).set({ triedAt }).where(eq(messages.id, id))
}

/** A message that its channel did not deliver. */
export interface MessageFailure {
  id: string
  /** Why, as the channel reports it. */
  code: string | undefined
  providerId?: string
  /** When the channel was unavailable at the last attempt, and no earlier one may have been accepted. */
  unavailableAt?: Date
}

/** @returns the message, unless it had failed, been given up or been delivered before */
export async function recordFailure(
  executor: Executor,
  { id, code, providerId, unavailableAt }: MessageFailure,
): Promise<MessageRow | undefined> {
  const failureCode = code?.slice(0, 100) ?? null
  const [failed] = await executor
    .update(messages)
    .set({
      status: 'failed',
      failureCode,
      unavailableAt: unavailableAt ?? null,
      ...(providerId && { providerId }),
    })
    .where(
      and(
        eq(messages.id, id),
        inArray(messages.status, [...attemptedStatuses]),
        isNull(messages.deliveredAt),
        isNull(messages.givenUpAt),
      ),
    )
    .returning()
  return failed
}

/** Marks messages as failed that are queued and that neither a time nor a job will send. @returns their ids */
export async function failWithoutJob(executor: Executor): Promise<string[]> {
  const rows = await executor
    .update(messages)
    .set({ status: 'failed', failureCode: 'lost', unavailableAt: null })
    .where(
      and(
        eq(messages.status, 'queued'),
        ...[messages.waitingSince, messages.notBefore, messages.givenUpAt].map((column) => isNull(column)),
        // A message that is not sent keeps its text, and there is an index of those with a text.
        isNull(messages.bodyEndedAt),
        not(isPendingJob('messageId', messages.id)),
      ),
    )
    .returning({ id: messages.id })
  return rows.map(({ id }) => id)
}

/** Returns those of the given ids that are stored. */
export async function knownMessages(executor: Executor, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (const some of chunksOf(ids, idsPerQuery)) {
    const rows = await executor.select({ id: messages.id }).from(messages).where(inArray(messages.id, some))
    for (const { id } of rows) known.add(id)
  }
  return known
}

const idsPerQuery = 1_000

/** Newest first. */
export function selectRecentMessages(executor: Executor, limit: number): Promise<SentMessage[]> {
  return executor
    .select(shown)
    .from(messages)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit)
}

/** A user's, newest first. */
export function selectMessagesOf(executor: Executor, userId: string, limit: number): Promise<SentMessage[]> {
  return executor
    .select(shown)
    .from(messages)
    .where(eq(messages.userId, userId))
    .orderBy(desc(messages.createdAt))
    .limit(limit)
}

/** The latest answers in a conversation, oldest first. */
export async function selectAnswersIn(
  executor: Executor,
  conversationId: string,
  limit: number,
): Promise<SentMessage[]> {
  const rows = await executor
    .select(shown)
    .from(messages)
    .where(eq(messages.conversationId, conversationId))
    .orderBy(desc(messages.createdAt))
    .limit(limit)
  return rows.reverse()
}

const shown = {
  id: messages.id,
  to: messages.to,
  channel: messages.channel,
  kind: messages.kind,
  subject: messages.subject,
  text: messages.text,
  links: messages.links,
  status: messages.status,
  createdAt: messages.createdAt,
  deliveredAt: messages.deliveredAt,
  readAt: messages.readAt,
  failureCode: messages.failureCode,
  followsId: messages.followsId,
}

/** A failed message that needs a decision by the team. */
export const isUndecided = sql`${messages.status} = 'failed' and ${messages.givenUpAt} is null`

/** The state of a message before its first attempt. */
export const untried = {
  status: 'queued',
  attempts: 0,
  triedAt: null,
  failureCode: null,
  unavailableAt: null,
  takenAt: null,
} as const

/**
 * Queues a failed message for its first attempt again; the batch in which it failed may still run. @returns its address, if it
 * was a failed one
 */
export async function queueAgain(
  executor: Executor,
  id: string,
  now: Date,
): Promise<Pick<MessageRow, 'channel' | 'to'> | undefined> {
  const rows = await executor
    .update(messages)
    .set({ ...untried, waitingSince: now })
    .where(and(eq(messages.id, id), isUndecided))
    .returning({ channel: messages.channel, to: messages.to })
  return rows[0]
}

/** @returns whether it was a failed message that had not been given up */
export async function giveUpFailed(
  executor: Executor,
  { id, now, reason }: { id: string; now: Date; reason: string },
): Promise<boolean> {
  const rows = await executor
    .update(messages)
    .set({ givenUpAt: now, givenUpReason: reason })
    .where(and(eq(messages.id, id), isUndecided))
    .returning({ id: messages.id })
  return rows.length > 0
}

/** A message as its recipient sees it. */
export async function selectMessage(executor: Executor, id: string): Promise<MessageRow | undefined> {
  const [message] = await executor.select().from(messages).where(eq(messages.id, id))
  return message
}

/**
 * Deletes the texts of messages older than an instant, oldest first, except of those waiting to be sent or for the
 * team's decision. @returns how many, at most `limit`
 */
export async function eraseBodies(
  executor: Executor,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const old = executor
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        isNull(messages.bodyEndedAt),
        lt(messages.createdAt, before),
        or(inArray(messages.status, [...endedStatuses]), isNotNull(messages.givenUpAt)),
      ),
    )
    .orderBy(messages.createdAt)
    .limit(limit)
  const rows = await executor
    .update(messages)
    .set({ text: '', links: [], content: null, bodyEndedAt: now })
    .where(inArray(messages.id, old))
    .returning({ id: messages.id })
  return rows.length
}

/** The position where a page of messages continues. */
export interface MessagePosition {
  createdAt: Date
  id: string
}

export function selectMessagePage(
  executor: Executor,
  { list, after, limit }: { list: MessageList; after: MessagePosition | undefined; limit: number },
): Promise<(SentMessage & { userId: string | null })[]> {
  const from = after && sql`(${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  const which = {
    all: undefined,
    failed: isUndecided,
    // Waiting for the first attempt, held, or between two attempts, which a job makes.
    queued: sql`${messages.status} = 'queued' and ${messages.id} in (
      select id from messages where waiting_since is not null
      union all select id from messages where not_before is not null
      union all ${idsOfPendingJobs('messages.deliver', 'messageId')})`,
  }[list]
  return executor
    .select({ ...shown, userId: messages.userId })
    .from(messages)
    .where(and(which, from && sql`(${messages.createdAt}, ${messages.id}) < ${from}`))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit)
}

/**
 * Stores what a delivery report says about a message. When only the report shows that the message was sent, redacts the
 * secrets of its links too. The provider's id is known by the report alone where the answer was not recorded.
 */
export async function recordDeliveryReport(
  executor: Executor,
  message: MessageRow,
  { status, ...instants }: { status?: MessageRow['status']; deliveredAt?: Date; readAt?: Date },
  { providerId, at }: { providerId: string; at: Date },
): Promise<void> {
  const sent = status === 'sent' && {
    ...redactedParts(message),
    status,
    providerId,
    triedAt: null,
    sentAt: at,
    failureCode: null,
    waitingSince: null,
    takenAt: null,
  }
  await executor
    .update(messages)
    .set({ ...instants, providerId: message.providerId ?? providerId, ...sent })
    .where(eq(messages.id, message.id))
}

/**
 * Queues again a message that was rejected after it had been accepted, because of the way it was sent; its job sends
 * it.
 */
export async function requeue(executor: Executor, id: string, providerId: string): Promise<void> {
  await executor
    .update(messages)
    .set({ status: 'queued', triedAt: null, providerId })
    .where(eq(messages.id, id))
}
