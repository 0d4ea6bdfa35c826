import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant, oneOf } from '../../../platform/database/columns.ts'
import { charges } from '../charges/tables.server.ts'
import {
  countedManualStatuses,
  type ManualChannel,
  type ManualStatus,
  manualChannels,
  manualStatuses,
} from '../domain/manual-payment.ts'
import { refunds } from '../refunds/tables.server.ts'

/**
 * Money that came outside the providers, as a member of the team recorded it, with its evidence. Once recorded it is a
 * payment of the provider `manual`, whose account this table is.
 */
export const manualPayments = pgTable(
  'manual_payments',
  {
    /** The payment's id at the provider `manual`. */
    id: uuid().primaryKey(),
    /** Of the form that was sent: the same form sent twice is one payment. */
    key: text().notNull(),
    userId: uuid('user_id').notNull(),
    /** The order whose evidence files its own is among. */
    orderId: uuid('order_id').notNull(),
    instalmentIds: jsonb('payment_ids').$type<readonly string[]>().notNull(),
    amount: centavos('amount').notNull(),
    /** DATE in America/Sao_Paulo on which the money came. */
    receivedOn: date('received_on', { mode: 'string' }).notNull(),
    channel: text().$type<ManualChannel>().notNull(),
    /** The number under which somebody else has it, as a bank's. */
    protocol: text(),
    fileId: uuid('file_id'),
    reason: text().notNull(),
    status: text().$type<ManualStatus>().notNull(),
    askedBy: uuid('asked_by').notNull(),
    askedAt: instant('asked_at').notNull(),
    /** The second person, where one decides. */
    decidedBy: uuid('decided_by'),
    /** When it was recorded or declined. */
    decidedAt: instant('decided_at'),
    /** The charge that stands for it; null while it waits, and when it was declined. */
    chargeId: uuid('charge_id').references(() => charges.id),
    /** When it counts as received. */
    receivedAt: instant('received_at'),
    undoneBy: uuid('undone_by'),
    undoneAt: instant('undone_at'),
    undoneReason: text('undone_reason'),
    /** Time of the last change, as the provider `manual` states it. */
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('manual_payments_key').on(table.askedBy, table.key),
    index('manual_payments_of_user').on(table.userId),
    index('manual_payments_of_charge').on(table.chargeId),
    index('manual_payments_of_order').on(table.orderId),
    index('manual_payments_waiting').on(table.askedAt, table.id).where(sql`${table.status} = 'waiting'`),
    index('manual_payments_by_approval').on(table.receivedAt),
    index('manual_payments_by_change').on(table.changedAt),
    check('manual_payments_amount', sql`${table.amount} > 0`),
    check('manual_payments_channel', oneOf(table.channel, manualChannels)),
    check('manual_payments_status', oneOf(table.status, manualStatuses)),
    check('manual_payments_evidence', sql`${table.protocol} is not null or ${table.fileId} is not null`),
    check(
      'manual_payments_recorded',
      sql`(${oneOf(table.status, countedManualStatuses)}) = (${table.chargeId} is not null and ${table.receivedAt} is not null)`,
    ),
    check(
      'manual_payments_undone',
      sql`(${table.status} = 'undone') = (${table.undoneAt} is not null and ${table.undoneBy} is not null)`,
    ),
  ],
)

/**
 * That a member of the team returned money that had come by hand, with the evidence. The provider `manual` answers for a
 * refund once this row is there.
 */
export const manualRefunds = pgTable(
  'manual_refunds',
  {
    /** The refund's idempotency key, and its id at the provider. */
    key: text().primaryKey(),
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id),
    manualPaymentId: uuid('manual_payment_id')
      .notNull()
      .references(() => manualPayments.id),
    amount: centavos('amount').notNull(),
    /** DATE in America/Sao_Paulo on which the money went. */
    sentOn: date('sent_on', { mode: 'string' }).notNull(),
    channel: text().$type<ManualChannel>().notNull(),
    protocol: text(),
    fileId: uuid('file_id'),
    recordedBy: uuid('recorded_by').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    /** When the provider `manual` answered for it: from then on it reports it. */
    answeredAt: instant('answered_at'),
  },
  (table) => [
    index('manual_refunds_of_payment').on(table.manualPaymentId),
    index('manual_refunds_of_refund').on(table.refundId),
    check('manual_refunds_amount', sql`${table.amount} > 0`),
    check('manual_refunds_channel', oneOf(table.channel, manualChannels)),
    check('manual_refunds_evidence', sql`${table.protocol} is not null or ${table.fileId} is not null`),
  ],
)
