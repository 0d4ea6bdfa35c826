import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant, oneOf } from '../../platform/database/columns.ts'
import { type ConsultationId, consultationIds } from '../catalogue/public.ts'
import { type ConsultationStatus, consultationMachine } from './domain/consultation.ts'

/** A one-off paid look-up. Its subject is encrypted; only kind, status and times are readable. */
export const consultations = pgTable(
  'consultations',
  {
    id: uuid().primaryKey(),
    kind: text().$type<ConsultationId>().notNull(),
    status: text().$type<ConsultationStatus>().notNull(),
    /** Null for a guest. */
    userId: uuid('user_id'),
    /** The subject as JSON, encrypted and bound to the row. */
    subject: bytea().notNull(),
    /** Keyed digest of the request: a repeated request finds the existing row while it awaits payment. */
    digest: text().notNull(),
    /** The accepted declaration and its evidence. */
    declarationVersion: text('declaration_version').notNull(),
    declaredAt: instant('declared_at').notNull(),
    declaredIp: text('declared_ip').notNull(),
    declaredUserAgent: text('declared_user_agent').notNull(),
    chargeId: uuid('charge_id'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    promisedAt: instant('promised_at'),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    uniqueIndex('consultations_open').on(table.digest).where(sql`${table.status} = 'awaiting_payment'`),
    index('consultations_of_user').on(table.userId, table.createdAt),
    index('consultations_due').on(table.status, table.promisedAt),
    check('consultations_status', oneOf(table.status, consultationMachine.states)),
    check('consultations_kind', oneOf(table.kind, consultationIds)),
    check(
      'consultations_paid',
      sql`${table.status} not in ('paid', 'delivered') or ${table.paidAt} is not null`,
    ),
  ],
)
