import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant, oneOf } from '../../../platform/database/columns.ts'
import { charges } from '../charges/tables.server.ts'
import { type CreditReason, type CreditStatus, creditMachine, creditReasons } from '../domain/credit.ts'
import { instalments } from '../instalments/tables.server.ts'
import { payments } from '../payments/tables.server.ts'

/** Customer credits: received money that is not applied to an instalment. */
export const credits = pgTable(
  'credits',
  {
    id: uuid().primaryKey(),
    /** Unique by payment, reason and instalment, so that repeated reports create one credit. */
    key: text().notNull().unique(),
    reason: text().$type<CreditReason>().notNull(),
    amount: centavos('amount').notNull(),
    paymentId: uuid('provider_payment_id')
      .notNull()
      .references(() => payments.id),
    chargeId: uuid('charge_id').references(() => charges.id),
    /** Instalment that the money was meant for. */
    instalmentId: uuid('payment_id').references(() => instalments.id),
    userId: uuid('user_id'),
    status: text().$type<CreditStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    resolvedAt: instant('resolved_at'),
    resolvedBy: uuid('resolved_by'),
    resolution: text(),
  },
  (table) => [
    index('credits_open').on(table.createdAt).where(sql`${table.status} = 'open'`),
    index('credits_of_payment').on(table.paymentId),
    index('credits_of_charge').on(table.chargeId),
    index('credits_of_user').on(table.userId, table.createdAt),
    check('credits_amount', sql`${table.amount} > 0`),
    check('credits_reason', oneOf(table.reason, creditReasons)),
    check('credits_status', oneOf(table.status, creditMachine.states)),
  ],
)
