import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'
import type { AuditDetail } from './domain/audit.ts'
import type { ObligationKind } from './obligation-kinds.ts'

/** Actions of the team. Every row holds the hash of the one before it. Append-only. */
export const auditLog = pgTable(
  'audit_log',
  {
    position: integer().primaryKey(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id').notNull(),
    /** Name of the action, such as 'charge.refund'. */
    action: text().notNull(),
    /** Id of the object of the action. */
    subject: text().notNull(),
    reason: text().notNull(),
    /** Input and outcome: ids, amounts and choices, no personal data. */
    detail: jsonb().$type<AuditDetail>().notNull(),
    previousHash: text('previous_hash').notNull(),
    recordHash: text('record_hash').notNull().unique(),
  },
  (table) => [
    index('audit_log_of_subject').on(table.subject, table.position),
    index('audit_log_of_actor').on(table.actorId, table.position),
    check('audit_log_position', sql`${table.position} >= 1`),
    check('audit_log_reason', sql`length(${table.reason}) >= 3`),
  ],
)

/** Head of the log: concurrent actions wait on it, and it reveals rows removed from the end. */
export const auditHead = pgTable('audit_head', {
  /** Always 1: a single row. */
  id: integer().primaryKey(),
  position: integer().notNull(),
  hash: text().notNull(),
})

/** How the log stood when it was verified last. */
export const auditChecks = pgTable(
  'audit_checks',
  {
    /** Always 1: a single row. */
    id: integer().primaryKey(),
    checkedAt: instant('checked_at').notNull(),
    /** How many records there were. */
    records: integer().notNull(),
    /** The position of the first record that was changed, added or removed; null for an intact log. */
    breach: integer(),
  },
  (table) => [check('audit_checks_one', sql`${table.id} = 1`)],
)

/** What the team did about an obligation of the queue: who took it, until when it is put off. */
export const obligationStates = pgTable(
  'obligation_states',
  {
    kind: text().$type<ObligationKind>().notNull(),
    subjectId: text('subject_id').notNull(),
    claimedBy: uuid('claimed_by'),
    claimedAt: instant('claimed_at'),
    snoozedUntil: instant('snoozed_until'),
    snoozeReason: text('snooze_reason'),
    /** Counts changes (optimistic locking): an edit that was decided on an older version is refused. */
    version: integer().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    index('obligation_states_claimed').on(table.claimedBy).where(sql`${table.claimedBy} is not null`),
    index('obligation_states_snoozed').on(table.snoozedUntil).where(sql`${table.snoozedUntil} is not null`),
    index('obligation_states_updated_at').on(table.updatedAt),
  ],
)

/** What the team notes about a customer, for itself. Append-only. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    by: uuid('written_by').notNull(),
    text: text().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('customer_notes_of_user').on(table.userId, table.at),
    check('customer_notes_text', sql`length(${table.text}) between 1 and 2000`),
  ],
)

/** Which tab of the team has which order open. A row that is not renewed counts for nothing, and goes. */
export const deskPresence = pgTable(
  'desk_presence',
  {
    /** Made by the tab. */
    tab: uuid().primaryKey(),
    memberId: uuid('member_id').notNull(),
    orderId: uuid('order_id').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [index('desk_presence_seen_at').on(table.seenAt)],
)
