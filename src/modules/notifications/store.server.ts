import { desc, eq, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import type { Delivery } from './ports.ts'
import type { SentMessage } from './public.ts'
import { messages } from './tables.server.ts'

export async function insertMessage(executor: Executor, row: typeof messages.$inferInsert): Promise<void> {
  await executor.insert(messages).values(row)
}

/** Counts one more attempt and returns the message, or undefined where there is nothing left to deliver. */
export async function beginAttempt(
  executor: Executor,
  id: string,
): Promise<typeof messages.$inferSelect | undefined> {
  const [message] = await executor
    .update(messages)
    .set({ attempts: sql`${messages.attempts} + 1` })
    .where(sql`${messages.id} = ${id} and ${messages.status} in ('queued', 'failed')`)
    .returning()
  return message
}

export async function recordDelivery(
  executor: Executor,
  id: string,
  { status, providerId }: Delivery,
  at: Date,
): Promise<void> {
  await executor
    .update(messages)
    .set({ status, providerId: providerId ?? null, sentAt: status === 'sent' ? at : null })
    .where(eq(messages.id, id))
}

export async function recordFailure(executor: Executor, id: string): Promise<void> {
  await executor.update(messages).set({ status: 'failed' }).where(eq(messages.id, id))
}

/** Newest first. */
export async function recentMessages(executor: Executor, limit: number): Promise<SentMessage[]> {
  return executor
    .select({
      id: messages.id,
      to: messages.to,
      channel: messages.channel,
      kind: messages.kind,
      subject: messages.subject,
      text: messages.text,
      links: messages.links,
      status: messages.status,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit)
}
