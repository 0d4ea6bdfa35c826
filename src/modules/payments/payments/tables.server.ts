import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant } from '../../../platform/database/columns.ts'
import { charges } from '../charges/tables.server.ts'
import type { ChargeMethod } from '../domain/charge.ts'
import type { PaymentState } from '../domain/payment-state.ts'
import type { ReviewReason } from '../domain/settlement.ts'

/**
 * Payments: money at a provider. One row for each payment that a provider has reported; two payments of one charge are two
 * rows, and an unmatched payment has no charge. In SQL `provider_payments`, because there `payments` are the instalments,
 * as in section 3 of the specification.
 */
export const payments = pgTable(
  'provider_payments',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    providerId: text('provider_id').notNull(),
    chargeId: uuid('charge_id').references(() => charges.id),
    reference: text(),
    method: text().$type<ChargeMethod>().notNull(),
    /** Our state; null for an unknown status. */
    state: text().$type<PaymentState>(),
    /** The provider's own status. */
    status: text().notNull(),
    detail: text(),
    amount: centavos('amount').notNull(),
    refunded: centavos('refunded').notNull(),
    fee: centavos('fee').notNull(),
    approvedAt: instant('approved_at'),
    /** Time of the provider's last recorded change; an older report changes nothing. */
    reportedAt: instant('reported_at'),
    /** When its money was posted to our books. */
    receivedAt: instant('received_at'),
    /** Why the team has to review it; null once reviewed. */
    reviewReason: text('concern').$type<ReviewReason>(),
    /** Doubts about the last report, with its amounts: the same doubt is not reviewed again. */
    doubts: text(),
    createdAt: instant('created_at').notNull(),
    /** Time of the last report that changed something; for a payment under review, the start of the review. */
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('provider_payments_known').on(table.provider, table.providerId),
    index('provider_payments_of_charge').on(table.chargeId),
    index('provider_payments_by_approval')
      .on(table.provider, table.approvedAt)
      .where(sql`${table.approvedAt} is not null`),
    index('provider_payments_to_review')
      .on(table.updatedAt, table.id)
      .where(sql`${table.reviewReason} is not null`),
    index('provider_payments_of_concern').on(table.createdAt).where(sql`${table.reviewReason} is not null`),
    check(
      'provider_payments_amounts',
      sql`${table.amount} >= 0 and ${table.refunded} between 0 and ${table.amount}`,
    ),
  ],
)
