import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

/** Published events, written in the publisher's transaction. */
export const events = pgTable('events', {
  id: uuid().primaryKey(),
  type: text().notNull(),
  payload: jsonb().$type<Record<string, unknown>>().notNull(),
  occurredAt: instant('occurred_at').notNull(),
})

/** Events already handled by each listener; the key makes a repeated delivery harmless. */
export const eventDeliveries = pgTable(
  'event_deliveries',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    listener: text().notNull(),
    deliveredAt: instant('delivered_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.listener] })],
)
