import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { redactSecrets } from './domain/redact-secrets.ts'
import type { Delivery } from './ports.ts'
import type { SentMessage } from './public.ts'
import { messages } from './tables.server.ts'

export type MessageRow = typeof messages.$inferSelect

export async function insertMessage(executor: Executor, row: typeof messages.$inferInsert): Promise<void> {
  await executor.insert(messages).values(row)
}

/** Increments the attempts and returns the message; undefined when there is nothing to deliver. */
export async function beginAttempt(executor: Executor, id: string): Promise<MessageRow | undefined> {
  const [message] = await executor
    .update(messages)
    .set({ attempts: sql`${messages.attempts} + 1` })
    .where(sql`${messages.id} = ${id} and ${messages.status} in ('queued', 'failed')`)
    .returning()
  return message
}

/** Redacts the secrets of a sent message; a message that is only stored (`kept`) must stay readable. */
export async function recordDelivery(
  executor: Executor,
  { id, text, links }: Pick<typeof messages.$inferSelect, 'id' | 'text' | 'links'>,
  { status, providerId }: Delivery,
  at: Date,
): Promise<void> {
  const redacted = { text: redactSecrets(text), links: links.map(redactSecrets) }
  await executor
    .update(messages)
    .set({ status, providerId: providerId ?? null, sentAt: at, ...(status === 'sent' ? redacted : {}) })
    .where(eq(messages.id, id))
}

export async function recordFailure(executor: Executor, id: string): Promise<void> {
  await executor.update(messages).set({ status: 'failed' }).where(eq(messages.id, id))
}

/** Those of some ids that are stored. */
export async function knownMessages(executor: Executor, ids: readonly string[]): Promise<Set<string>> {
  const known = new Set<string>()
  for (let from = 0; from < ids.length; from += idsPerQuery) {
    const some = ids.slice(from, from + idsPerQuery)
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
}

const isUndecided = sql`${messages.status} = 'failed' and ${messages.givenUpAt} is null`

/** Puts a failed message back where it waits for its first attempt. @returns whether it was one */
export async function queueAgain(executor: Executor, id: string, now: Date): Promise<boolean> {
  const rows = await executor
    .update(messages)
    .set({ status: 'queued', attempts: 0, waitingSince: now })
    .where(and(eq(messages.id, id), isUndecided))
    .returning({ id: messages.id })
  return rows.length > 0
}

/** @returns whether it was a failed message that nobody had given up */
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

/** Where a page of messages goes on. */
export interface MessagePosition {
  createdAt: Date
  id: string
}

export function selectMessagePage(
  executor: Executor,
  {
    list,
    after,
    limit,
  }: { list: 'all' | 'failed' | 'queued'; after: MessagePosition | undefined; limit: number },
): Promise<(SentMessage & { userId: string | null })[]> {
  const from = after && sql`(${after.createdAt.toISOString()}::timestamptz, ${after.id}::uuid)`
  const which = {
    all: undefined,
    failed: isUndecided,
    queued: sql`${messages.waitingSince} is not null`,
  }[list]
  return executor
    .select({ ...shown, userId: messages.userId })
    .from(messages)
    .where(and(which, from && sql`(${messages.createdAt}, ${messages.id}) < ${from}`))
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit)
}
