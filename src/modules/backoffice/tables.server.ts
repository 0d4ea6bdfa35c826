import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'
import type { AuditDetail } from './domain/audit.ts'
import type { ObligationKind } from './obligation-kinds.ts'

/** Actions of the team. Every row holds the hash of the previous one. Append-only. */
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

/** Head of the log: concurrent actions block on it, and it reveals rows removed from the end. */
export const auditHead = pgTable('audit_head', {
  /** Always 1: a single row. */
  id: integer().primaryKey(),
  position: integer().notNull(),
  hash: text().notNull(),
})

/** State of the log at its last verification. */
export const auditChecks = pgTable(
  'audit_checks',
  {
    /** Always 1: a single row. */
    id: integer().primaryKey(),
    checkedAt: instant('checked_at').notNull(),
    /** Number of records. */
    records: integer().notNull(),
    /** The position of the first record that was changed, added or removed; null for an intact log. */
    breach: integer(),
  },
  (table) => [check('audit_checks_one', sql`${table.id} = 1`)],
)

/** The team's state of an obligation in the queue: who claimed it, and until when it is snoozed. */
export const obligationStates = pgTable(
  'obligation_states',
  {
    kind: text().$type<ObligationKind>().notNull(),
    subjectId: text('subject_id').notNull(),
    claimedBy: uuid('claimed_by'),
    claimedAt: instant('claimed_at'),
    snoozedUntil: instant('snoozed_until'),
    snoozeReason: text('snooze_reason'),
    /** The revision of the obligation that was snoozed; null for a snooze from before it was recorded, of any revision. */
    snoozedRevision: text('snoozed_revision'),
    /** Counts changes (optimistic locking): an edit based on an older version is refused. */
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

/** The team's internal notes about a customer. Append-only. */
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

/** Tabs of the team with the order that each has open. A row that is not renewed is ignored, and deleted. */
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
