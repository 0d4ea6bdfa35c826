import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { NewId } from '../../core/ids.ts'
import type { Executor } from '../../platform/database/database.ts'
import { insertIfNew } from '../../platform/database/insert-rows.ts'
import type { InboundMessage } from '../notifications/index.server.ts'
import type { ConversationList } from './public.ts'
import { conversations, inboundMessages } from './tables.server.ts'

export type ConversationRow = typeof conversations.$inferSelect
export type InboundMessageRow = typeof inboundMessages.$inferSelect

/**
 * Stores a person's message in the conversation with their address, which needs an answer from then on.
 *
 * @returns false when the message was stored before
 */
export async function saveInbound(
  tx: Executor,
  {
    message: { channel, address, name, providerId, subject, text, left, at },
    about: { userId, orderId },
    newId,
    now,
  }: {
    message: InboundMessage & { at: Date }
    about: { userId: string | null; orderId: string | null }
    newId: NewId
    now: Date
  },
): Promise<boolean> {
  const [before] = await tx
    .select({ id: inboundMessages.id })
    .from(inboundMessages)
    .where(and(eq(inboundMessages.channel, channel), eq(inboundMessages.providerId, providerId)))
  if (before) return false
  // Locks the row from here on: a concurrent delivery of the same message blocks, and then finds it stored.
  const [conversation] = await tx
    .insert(conversations)
    .values({ id: newId(), channel, address, name, userId, orderId, lastInboundAt: at, createdAt: now })
    .onConflictDoUpdate({
      target: [conversations.channel, conversations.address],
      set: {
        lastInboundAt: sql`greatest(${conversations.lastInboundAt}, excluded.heard_at)`,
        name: sql`coalesce(nullif(excluded.name, ''), ${conversations.name})`,
        userId: sql`coalesce(excluded.user_id, ${conversations.userId})`,
        // An order of the customer who had this address before is not about the one who has it now.
        orderId: sql`case when excluded.user_id <> ${conversations.userId} then excluded.order_id
          else coalesce(excluded.order_id, ${conversations.orderId}) end`,
      },
    })
    .returning({ id: conversations.id })
  if (!conversation) throw new Error('the conversation was not stored')
  const conversationId = conversation.id
  const isNew = await insertIfNew(tx, inboundMessages, {
    id: newId(),
    conversationId,
    channel,
    providerId,
    subject,
    text,
    left: [...left],
    at,
    receivedAt: now,
  })
  if (!isNew) return false
  await tx
    .update(conversations)
    .set({
      openSince: sql`coalesce(${conversations.openSince}, ${now.toISOString()}::timestamptz)`,
      version: sql`${conversations.version} + 1`,
      closedBy: null,
    })
    .where(eq(conversations.id, conversationId))
  return true
}

export async function selectConversation(
  executor: Executor,
  id: string,
): Promise<ConversationRow | undefined> {
  const [row] = await executor.select().from(conversations).where(eq(conversations.id, id))
  return row
}

export async function lockConversation(executor: Executor, id: string): Promise<ConversationRow | undefined> {
  const [row] = await executor
    .select()
    .from(conversations)
    .where(eq(conversations.id, id))
    .for('no key update')
  return row
}

/** Marks a conversation as needing no answer. */
export async function closeConversation(
  executor: Executor,
  { id, by }: { id: string; by: string },
): Promise<void> {
  await executor
    .update(conversations)
    .set({ openSince: null, closedBy: by, version: sql`${conversations.version} + 1` })
    .where(eq(conversations.id, id))
}

/** The latest messages of a person, oldest first. */
export async function selectInbound(
  executor: Executor,
  conversationId: string,
  limit: number,
): Promise<InboundMessageRow[]> {
  const rows = await executor
    .select()
    .from(inboundMessages)
    .where(eq(inboundMessages.conversationId, conversationId))
    .orderBy(desc(inboundMessages.at), desc(inboundMessages.id))
    .limit(limit)
  return rows.reverse()
}

/** The conversations of a customer, or of one order, the latest first. */
export function selectConversationsOf(
  executor: Executor,
  { userId, orderId }: { userId: string; orderId?: string | undefined },
): Promise<ConversationRow[]> {
  return executor
    .select()
    .from(conversations)
    .where(
      and(
        eq(conversations.userId, userId),
        orderId === undefined ? undefined : eq(conversations.orderId, orderId),
      ),
    )
    .orderBy(desc(conversations.lastInboundAt))
    .limit(10)
}

export interface ConversationPosition {
  at: Date
  id: string
}

/** A page of a list: `open` has the longest waiting first, the others the latest first. */
export function selectConversationPage(
  executor: Executor,
  { list, after, limit }: { list: ConversationList; after: ConversationPosition | undefined; limit: number },
): Promise<ConversationRow[]> {
  const from = after && sql`(${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  if (list === 'open') {
    return executor
      .select()
      .from(conversations)
      .where(
        and(
          isNotNull(conversations.openSince),
          from && sql`(${conversations.openSince}, ${conversations.id}) > ${from}`,
        ),
      )
      .orderBy(asc(conversations.openSince), asc(conversations.id))
      .limit(limit)
  }
  return executor
    .select()
    .from(conversations)
    .where(
      and(
        list === 'strangers' ? isNull(conversations.userId) : undefined,
        from && sql`(${conversations.lastInboundAt}, ${conversations.id}) < ${from}`,
      ),
    )
    .orderBy(desc(conversations.lastInboundAt), desc(conversations.id))
    .limit(limit)
}

/**
 * Deletes the texts of messages received before an instant; that and when they were received stays recorded. @returns
 * how many, at most `limit`
 */
export async function eraseInboundBodies(
  executor: Executor,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<number> {
  const old = executor
    .select({ id: inboundMessages.id })
    .from(inboundMessages)
    .where(and(isNull(inboundMessages.bodyEndedAt), lt(inboundMessages.receivedAt, before)))
    .orderBy(asc(inboundMessages.receivedAt))
    .limit(limit)
  const ended = await executor
    .update(inboundMessages)
    .set({ text: '', subject: '', left: [], bodyEndedAt: now })
    .where(inArray(inboundMessages.id, old))
    .returning({ id: inboundMessages.id })
  return ended.length
}

/** Deletes the conversations without a message since an instant. @returns how many, at most `limit` */
export async function deleteConversations(
  executor: Executor,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const old = executor
    .select({ id: conversations.id })
    .from(conversations)
    .where(lt(conversations.lastInboundAt, before))
    .orderBy(asc(conversations.lastInboundAt))
    .limit(limit)
  const deleted = await executor
    .delete(conversations)
    .where(inArray(conversations.id, old))
    .returning({ id: conversations.id })
  return deleted.length
}
