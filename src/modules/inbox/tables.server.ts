import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf } from '../../platform/database/columns.ts'
import { type ChannelName, channelNames } from '../notifications/public.ts'

/** The messages exchanged with one address through one channel. */
export const conversations = pgTable(
  'conversations',
  {
    id: uuid().primaryKey(),
    channel: text().$type<ChannelName>().notNull(),
    /** E.164, or an e-mail address in lower case. */
    address: text().notNull(),
    /** The name that the writer gives. */
    name: text().notNull().default(''),
    /** The customer with this address; null for an unknown address. */
    userId: uuid('user_id'),
    /** The order it is about, when that is known. */
    orderId: uuid('order_id'),
    /** Since when it needs an answer; null: it needs none. */
    openSince: instant('open_since'),
    lastInboundAt: instant('heard_at').notNull(),
    /** Increases with every message; an answer states the version that its author has read. */
    version: integer().notNull().default(1),
    closedBy: uuid('closed_by'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('conversations_address').on(table.channel, table.address),
    index('conversations_open').on(table.openSince, table.id).where(sql`${table.openSince} is not null`),
    index('conversations_newest').on(table.lastInboundAt, table.id),
    index('conversations_of_user').on(table.userId).where(sql`${table.userId} is not null`),
    index('conversations_of_order').on(table.orderId).where(sql`${table.orderId} is not null`),
    check('conversations_channel', oneOf(table.channel, channelNames)),
  ],
)

/** Messages that people wrote to us, as plain text. */
export const inboundMessages = pgTable(
  'heard_messages',
  {
    id: uuid().primaryKey(),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    channel: text().$type<ChannelName>().notNull(),
    /** Its id at the provider; the same when it is delivered twice. */
    providerId: text('provider_id').notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    /** Kinds or names of attachments, which were not stored. */
    left: text().array().notNull(),
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** When its text was deleted (`retention.messageDays`). */
    bodyEndedAt: instant('body_ended_at'),
  },
  (table) => [
    unique('heard_messages_provider').on(table.channel, table.providerId),
    index('heard_messages_of_conversation').on(table.conversationId, table.at),
    index('heard_messages_with_body').on(table.receivedAt).where(sql`${table.bodyEndedAt} is null`),
  ],
)
