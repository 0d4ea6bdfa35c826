import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'
import type { AuditDetail } from './domain/audit.ts'

/** What the team did, one row each, every row holding the hash of the one before it. Rows are only ever added. */
export const auditLog = pgTable(
  'audit_log',
  {
    position: integer().primaryKey(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id').notNull(),
    /** 'charge.refund': what was done, never to whom in words. */
    action: text().notNull(),
    /** The id of what it was done to. */
    subject: text().notNull(),
    reason: text().notNull(),
    /** What was asked and what came of it: ids, amounts and choices. */
    detail: jsonb().$type<AuditDetail>().notNull(),
    previousHash: text('previous_hash').notNull(),
    recordHash: text('record_hash').notNull().unique(),
  },
  (table) => [
    index('audit_log_of_subject').on(table.subject, table.position),
    check('audit_log_position', sql`${table.position} >= 1`),
    check('audit_log_reason', sql`length(${table.reason}) >= 3`),
  ],
)

/** Where the log ends: what two decisions at once wait on, and what tells that a row was taken off the end. */
export const auditHead = pgTable('audit_head', {
  /** One row. */
  id: integer().primaryKey(),
  position: integer().notNull(),
  hash: text().notNull(),
})
