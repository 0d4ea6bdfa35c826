import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf } from '../../platform/database/columns.ts'
import { outboxColumns } from '../../platform/jobs/outbox.ts'
import { type ChannelName, channelNames, type MessageStatus, messageStatuses } from './domain/message.ts'

/** Every message to a customer or to the team, as it was written, with its delivery status. */
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
    /** When the team gave up one that failed, and why. */
    givenUpAt: instant('given_up_at'),
    givenUpReason: text('given_up_reason'),
    ...outboxColumns(),
  },
  (table) => [
    // Scanned backwards for newest first.
    index('messages_newest').on(table.createdAt, table.id),
    index('messages_waiting').on(table.waitingSince).where(sql`${table.waitingSince} is not null`),
    index('messages_failed')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'failed' and ${table.givenUpAt} is null`),
    index('messages_of_user').on(table.userId, table.createdAt),
    check('messages_channel', oneOf(table.channel, channelNames)),
    check('messages_status', oneOf(table.status, messageStatuses)),
  ],
)
