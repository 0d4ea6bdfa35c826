import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant, oneOf } from '../../../platform/database/columns.ts'
import { outboxColumns } from '../../../platform/jobs/outbox.ts'
import { type CloseDifference, type CloseStatus, closeStatuses } from '../domain/close.ts'

/** The inbox of provider notices. The unique delivery key drops repeated deliveries. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    deliveryKey: text('delivery_key').notNull().unique(),
    kind: text().notNull(),
    action: text(),
    /** The provider's id of the payment that the notice is about. */
    providerId: text('data_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
    /** How many times processing it failed, and when it is retried. */
    tries: integer().notNull().default(0),
    nextTryAt: instant('next_try_at'),
    ...outboxColumns(),
  },
  (table) => [
    index('provider_events_outbox').on(table.waitingSince).where(sql`${table.waitingSince} is not null`),
    index('provider_events_waiting').on(table.receivedAt).where(sql`${table.processedAt} is null`),
    index('provider_events_to_try')
      .on(table.tries, table.receivedAt)
      .where(sql`${table.processedAt} is null`),
    index('provider_events_newest').on(table.receivedAt),
  ],
)

/** How far each provider's changes have been swept. Every instant is the provider's or the database's, never a process's. */
export const providerCursors = pgTable('provider_cursors', {
  provider: text().primaryKey(),
  /** The provider's time of the last change up to which every change was read. */
  sweptUntil: instant('swept_until').notNull(),
  /** When it was last moved, by the database's clock; null for a cursor of an earlier release. */
  movedAt: instant('moved_at'),
  /** Time up to which everything that the provider listed has been read, by the database's clock. */
  completeAt: instant('complete_at'),
  /** Since when no sweep has reached the end of the list; null when the last one did. */
  failingSince: instant('failing_since'),
  /** When the team was last notified of a failing sweep. */
  notifiedAt: instant('told_at'),
})

/** Daily closes: a day compared with a provider, to the centavo. */
export const dailyCloses = pgTable(
  'daily_closes',
  {
    provider: text().notNull(),
    /** DATE in America/Sao_Paulo. */
    day: date({ mode: 'string' }).notNull(),
    status: text().$type<CloseStatus>().notNull(),
    /** Amount received that day: at the provider, and in our ledger. */
    theirs: centavos('theirs').notNull(),
    ours: centavos('ours').notNull(),
    differences: jsonb().$type<CloseDifference[]>().notNull(),
    closedAt: instant('closed_at').notNull(),
    acceptedBy: uuid('accepted_by'),
    note: text(),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.day] }),
    index('daily_closes_open').on(table.day).where(sql`${table.status} = 'differs'`),
    check('daily_closes_status', oneOf(table.status, closeStatuses)),
  ],
)
