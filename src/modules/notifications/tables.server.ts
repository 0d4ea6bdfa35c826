import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, oneOf } from '../../platform/database/columns.ts'
import { outboxColumns } from '../../platform/jobs/outbox.ts'
import type { MessageContent } from './domain/content.ts'
import { type ChannelOption, channelOptions, type DropReason } from './domain/manners.ts'
import { type ChannelName, channelNames, type MessageStatus, messageStatuses } from './domain/message.ts'
import type { SentAs } from './domain/templates.ts'

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
    /** The text in its parts, for channels that support more than text; absent when only a text was written. */
    content: jsonb().$type<MessageContent>(),
    /** The order it is about; the messages of an order form one conversation. */
    orderId: uuid('order_id'),
    /** When its text was deleted (`retention.messageDays`); kind, recipient and time remain. */
    bodyEndedAt: instant('body_ended_at'),
    status: text().$type<MessageStatus>().notNull(),
    attempts: integer().notNull().default(0),
    providerId: text('provider_id'),
    userId: uuid('user_id'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** When and why the team gave up a failed message. */
    givenUpAt: instant('given_up_at'),
    givenUpReason: text('given_up_reason'),
    /** The time until which a message is held. Null after it was queued. */
    notBefore: instant('not_before'),
    /** When the message is no longer of use. */
    notAfter: instant('not_after'),
    /** Ids of its subjects: whether the message is still valid depends on them, and which erasure it belongs to. */
    about: text().array(),
    /** The recipient, for a topic with a weekly limit (`recipientOf`). */
    recipient: text(),
    droppedReason: text('dropped_reason').$type<DropReason>(),
    /** When its text and its recipient were erased; that it was sent, its kind and its time remain. */
    erasedAt: instant('erased_at'),
    /** When the attempt began whose outcome is not known yet. */
    triedAt: instant('tried_at'),
    /** How its channel accepted it: 'text', or the name of a template. */
    sentAs: text('sent_as').$type<SentAs>(),
    deliveredAt: instant('delivered_at'),
    readAt: instant('read_at'),
    /** Why it failed, as its channel reports: '131026', '5.1.1'. */
    failureCode: text('failure_code'),
    /** When it failed because its channel was unavailable at every attempt; null for every other failure. */
    unavailableAt: instant('unavailable_at'),
    /** The message that failed on another channel and continues as this one. */
    followsId: uuid('follows_id').references((): AnyPgColumn => messages.id),
    /** The conversation to which it replies. */
    conversationId: uuid('conversation_id'),
    ...outboxColumns(),
  },
  (table) => [
    // Scanned backwards for newest first.
    index('messages_newest').on(table.createdAt, table.id),
    index('messages_waiting').on(table.waitingSince).where(sql`${table.waitingSince} is not null`),
    index('messages_failed')
      .on(table.createdAt, table.id)
      .where(sql`${table.status} = 'failed' and ${table.givenUpAt} is null`),
    index('messages_held').on(table.notBefore).where(sql`${table.notBefore} is not null`),
    index('messages_of_recipient')
      .on(table.recipient, table.createdAt)
      .where(sql`${table.recipient} is not null`),
    // For the data of an address without an account.
    index('messages_to').on(table.to),
    index('messages_erased').on(table.createdAt).where(sql`${table.erasedAt} is not null`),
    // Scanned from the oldest for messages whose text is due for deletion.
    index('messages_with_body').on(table.createdAt).where(sql`${table.bodyEndedAt} is null`),
    index('messages_of_user').on(table.userId, table.createdAt),
    index('messages_by_provider').on(table.providerId).where(sql`${table.providerId} is not null`),
    uniqueIndex('messages_follow').on(table.followsId).where(sql`${table.followsId} is not null`),
    index('messages_of_conversation')
      .on(table.conversationId, table.createdAt)
      .where(sql`${table.conversationId} is not null`),
    check('messages_channel', oneOf(table.channel, channelNames)),
    check('messages_status', oneOf(table.status, messageStatuses)),
  ],
)

/** The channel that a person chose for each topic. No row means no choice. */
export const messagePreferences = pgTable(
  'message_preferences',
  {
    /** Who: see `recipientOf`. */
    recipient: text().primaryKey(),
    userId: uuid('user_id'),
    progress: text().$type<ChannelOption>().notNull(),
    reminders: text().$type<ChannelOption>().notNull(),
    offers: text().$type<ChannelOption>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('message_preferences_of_user').on(table.userId).where(sql`${table.userId} is not null`),
    check('message_preferences_progress', oneOf(table.progress, channelOptions)),
    check('message_preferences_reminders', oneOf(table.reminders, channelOptions)),
    check('message_preferences_offers', oneOf(table.offers, channelOptions)),
  ],
)

/** Consents to WhatsApp messages: when, where, to which statement, and until when. Rows are not changed otherwise. */
export const messageConsents = pgTable(
  'message_consents',
  {
    id: uuid().primaryKey(),
    recipient: text().notNull(),
    userId: uuid('user_id'),
    /** E.164. */
    phone: text().notNull(),
    /** The statement that was accepted. */
    statement: text().notNull(),
    /** The page, e.g. `/account`. */
    place: text().notNull(),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
    givenAt: instant('given_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('message_consents_current').on(table.recipient).where(sql`${table.revokedAt} is null`),
    index('message_consents_of_recipient').on(table.recipient),
    index('message_consents_of_user').on(table.userId).where(sql`${table.userId} is not null`),
    index('message_consents_of_phone').on(table.phone).where(sql`${table.revokedAt} is null`),
  ],
)
/** The stored state of an address: when its owner last wrote from it, and since when it is unreachable. */
export const channelAddresses = pgTable(
  'channel_addresses',
  {
    channel: text().$type<ChannelName>().notNull(),
    /** As in `to` of messages; e-mail in lower case. */
    address: text().notNull(),
    lastInboundAt: instant('heard_at'),
    unreachableAt: instant('unreachable_at'),
    /** The reason that the channel reported. */
    code: text(),
  },
  (table) => [
    primaryKey({ columns: [table.channel, table.address] }),
    check('channel_addresses_channel', oneOf(table.channel, channelNames)),
  ],
)

/** The channels that have accepted no message since they refused one: since when, and why at the latest attempt. */
export const channelRefusals = pgTable(
  'channel_refusals',
  {
    channel: text().$type<ChannelName>().primaryKey(),
    since: instant('since').notNull(),
    latestAt: instant('latest_at').notNull(),
    /** The reason that the channel reported: 'EAUTH 535', '190'. */
    code: text(),
  },
  (table) => [check('channel_refusals_channel', oneOf(table.channel, channelNames))],
)

/** The templates of the WhatsApp account, as Meta last reported. */
export const whatsappTemplates = pgTable('whatsapp_templates', {
  name: text().primaryKey(),
  /** Meta's values: 'APPROVED', 'PENDING', 'REJECTED', 'PAUSED', 'DISABLED'. */
  status: text().notNull(),
  /** Why it was rejected or paused; empty when no reason was given. */
  reason: text().notNull().default(''),
  changedAt: instant('changed_at').notNull(),
})
