import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'
import type { ChannelName } from './ports.ts'
import type { MessageStatus } from './public.ts'

/** Every message this system wrote to a person, as it was written, and what became of it. */
export const messages = pgTable(
  'messages',
  {
    id: uuid().primaryKey(),
    to: text().notNull(),
    channel: text().$type<ChannelName>().notNull(),
    kind: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    links: text().array().notNull(),
    status: text().$type<MessageStatus>().notNull(),
    attempts: integer().notNull().default(0),
    providerId: text('provider_id'),
    userId: uuid('user_id'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    // Read backwards for the newest first.
    index('messages_newest').on(table.createdAt, table.id),
    index('messages_of_user').on(table.userId, table.createdAt),
    check('messages_channel', sql`${table.channel} in ('email', 'whatsapp')`),
    check('messages_status', sql`${table.status} in ('queued', 'sent', 'failed', 'kept')`),
  ],
)
