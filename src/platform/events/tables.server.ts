import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'
import { outboxColumns } from '../jobs/outbox.ts'

/** Published events, written in the publisher's transaction. */
export const events = pgTable(
  'events',
  {
    id: uuid().primaryKey(),
    type: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    occurredAt: instant('occurred_at').notNull(),
    /** Names of the listeners that the publisher knew: a worker of another release may not know all of them. Null in earlier rows. */
    listeners: text().array(),
    ...outboxColumns(),
  },
  (table) => [index('events_waiting').on(table.waitingSince).where(sql`${table.waitingSince} is not null`)],
)

/** Events already handled by each listener; because of the key, a repeated delivery has no effect. */
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
