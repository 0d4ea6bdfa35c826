import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type Milestone, milestones } from '../../../core/milestones.ts'
import { instant, oneOf } from '../../../platform/database/columns.ts'
import { instalments } from '../instalments/tables.server.ts'

/**
 * A customer's request to postpone an instalment, with its evidence: what was agreed to, when and from where. One for each
 * order. Append-only (enforced by a trigger).
 */
export const postponements = pgTable(
  'postponements',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id').notNull().unique(),
    instalmentId: uuid('payment_id')
      .notNull()
      .references(() => instalments.id),
    userId: uuid('user_id').notNull(),
    from: date('from_date', { mode: 'string' }).notNull(),
    to: date('to_date', { mode: 'string' }).notNull(),
    /** The sentence that the customer confirmed. */
    statement: text().notNull(),
    requestedAt: instant('requested_at').notNull(),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
    /** When its IP address and its browser were erased at the end of the retention period. */
    erasedAt: instant('erased_at'),
  },
  (table) => [
    index('postponements_of_user').on(table.userId),
    check('postponements_later', sql`${table.from} < ${table.to}`),
  ],
)

/** Links with which another person pays one instalment. The token is not stored, only its SHA-256. */
export const payerLinks = pgTable(
  'payer_links',
  {
    id: uuid().primaryKey(),
    instalmentId: uuid('payment_id')
      .notNull()
      .references(() => instalments.id),
    userId: uuid('user_id').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('payer_links_current').on(table.instalmentId).where(sql`${table.revokedAt} is null`),
    check('payer_links_token_hash', sql`${table.tokenHash} ~ '^[0-9a-f]{64}$'`),
  ],
)

/** The reminders sent on the due day: one for each due date of an instalment. */
export const dueReminders = pgTable(
  'due_reminders',
  {
    instalmentId: uuid('payment_id')
      .notNull()
      .references(() => instalments.id),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.instalmentId, table.dueDate] })],
)

/** The reminders before the due day and after it. */
export const otherReminders = pgTable(
  'other_reminders',
  {
    instalmentId: uuid('payment_id')
      .notNull()
      .references(() => instalments.id),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    milestone: text().$type<Milestone>().notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.instalmentId, table.dueDate, table.milestone] }),
    check('other_reminders_milestone', oneOf(table.milestone, milestones)),
  ],
)
