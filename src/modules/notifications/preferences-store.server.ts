import { and, eq, isNull, sql } from 'drizzle-orm'
import { DAY } from '../../core/durations.ts'
import type { Executor } from '../../platform/database/database.ts'
import { insertIfNew } from '../../platform/database/insert-rows.ts'
import { type ChannelPreferences, type OptionalTopic, unchosen } from './domain/manners.ts'
import { userIdOf } from './recipient.server.ts'
import { messageConsents, messagePreferences, messages } from './tables.server.ts'

export type ConsentRow = typeof messageConsents.$inferSelect

const chosen = {
  progress: messagePreferences.progress,
  reminders: messagePreferences.reminders,
  offers: messagePreferences.offers,
}

/** The recipient's choice, or the default without one. */
export async function channelPreferencesOf(
  executor: Executor,
  recipient: string,
): Promise<ChannelPreferences> {
  const [row] = await executor
    .select(chosen)
    .from(messagePreferences)
    .where(eq(messagePreferences.recipient, recipient))
  return row ?? unchosen
}

/**
 * The same, locked until the transaction ends: two concurrent messages to one recipient are counted one after the
 * other.
 */
export async function lockChannelPreferences(
  executor: Executor,
  { recipient, now }: { recipient: string; now: Date },
): Promise<ChannelPreferences> {
  await executor
    .insert(messagePreferences)
    .values({ recipient, userId: userIdOf(recipient), ...unchosen, updatedAt: now })
    .onConflictDoNothing()
  const [row] = await executor
    .select(chosen)
    .from(messagePreferences)
    .where(eq(messagePreferences.recipient, recipient))
    .for('update')
  return row ?? unchosen
}

export async function saveChannelPreferences(
  executor: Executor,
  { recipient, channels, now }: { recipient: string; channels: Partial<ChannelPreferences>; now: Date },
): Promise<void> {
  await executor
    .insert(messagePreferences)
    .values({ recipient, userId: userIdOf(recipient), ...unchosen, ...channels, updatedAt: now })
    .onConflictDoUpdate({ target: messagePreferences.recipient, set: { ...channels, updatedAt: now } })
}

/**
 * When the messages of a topic were sent, or will be sent, to a recipient: those of the last month, and those that are
 * held.
 */
export async function timesOf(
  executor: Executor,
  { recipient, kinds, now }: { recipient: string; topic: OptionalTopic; kinds: readonly string[]; now: Date },
): Promise<Date[]> {
  const since = new Date(now.getTime() - 30 * DAY)
  const rows = await executor
    .select({ notBefore: messages.notBefore, sentAt: messages.sentAt, createdAt: messages.createdAt })
    .from(messages)
    .where(
      and(
        eq(messages.recipient, recipient),
        sql`${messages.createdAt} >= ${since.toISOString()}::timestamptz`,
        sql`${messages.kind} = any(${sql.param([...kinds])})`,
        sql`${messages.status} <> 'dropped'`,
      ),
    )
  return rows.map(({ notBefore, sentAt, createdAt }) => notBefore ?? sentAt ?? createdAt)
}

/** The valid consent of a recipient. */
export async function currentConsent(executor: Executor, recipient: string): Promise<ConsentRow | undefined> {
  const [row] = await executor
    .select()
    .from(messageConsents)
    .where(and(eq(messageConsents.recipient, recipient), isNull(messageConsents.revokedAt)))
  return row
}

/** Whether a consent for a number exists that is still valid. */
export async function hasConsent(executor: Executor, phone: string): Promise<boolean> {
  const rows = await executor
    .select({ id: messageConsents.id })
    .from(messageConsents)
    .where(and(eq(messageConsents.phone, phone), isNull(messageConsents.revokedAt)))
    .limit(1)
  return rows.length > 0
}

/** @returns false when the recipient already has a valid one */
export function insertConsent(
  executor: Executor,
  row: typeof messageConsents.$inferInsert,
): Promise<boolean> {
  return insertIfNew(executor, messageConsents, row)
}

export async function revokeConsentOf(
  executor: Executor,
  { recipient, now }: { recipient: string; now: Date },
): Promise<void> {
  await executor
    .update(messageConsents)
    .set({ revokedAt: now })
    .where(and(eq(messageConsents.recipient, recipient), isNull(messageConsents.revokedAt)))
}
