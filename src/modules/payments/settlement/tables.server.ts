import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant, oneOf } from '../../../platform/database/columns.ts'
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
    /** The provider's id of the payment it is about. */
    providerId: text('data_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
  },
  (table) => [
    index('provider_events_waiting').on(table.receivedAt).where(sql`${table.processedAt} is null`),
    index('provider_events_newest').on(table.receivedAt),
  ],
)

/** How far each provider's changes have been swept. */
export const providerCursors = pgTable('provider_cursors', {
  provider: text().primaryKey(),
  sweptUntil: instant('swept_until').notNull(),
})

/** Daily closes: a day compared with a provider, to the centavo. */
export const dailyCloses = pgTable(
  'daily_closes',
  {
    provider: text().notNull(),
    /** DATE in America/Sao_Paulo. */
    day: date({ mode: 'string' }).notNull(),
    status: text().$type<CloseStatus>().notNull(),
    /** Received that day: at the provider, and in our ledger. */
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
