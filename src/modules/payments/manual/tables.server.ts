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
 * Money received outside the providers, as recorded by a member of the team, with its evidence. Once recorded it is a
 * payment of the provider `manual`; this table is that provider's account.
 */
export const manualPayments = pgTable(
  'manual_payments',
  {
    /** The payment's id at the provider `manual`. */
    id: uuid().primaryKey(),
    /** Key of the submitted form: the same form sent twice is one payment. */
    key: text().notNull(),
    userId: uuid('user_id').notNull(),
    /** Order whose evidence files include this payment's file. */
    orderId: uuid('order_id').notNull(),
    instalmentIds: jsonb('payment_ids').$type<readonly string[]>().notNull(),
    amount: centavos('amount').notNull(),
    /** DATE in America/Sao_Paulo on which the money was received. */
    receivedOn: date('received_on', { mode: 'string' }).notNull(),
    channel: text().$type<ManualChannel>().notNull(),
    /** Reference number at a third party, for example a bank. */
    protocol: text(),
    fileId: uuid('file_id'),
    reason: text().notNull(),
    status: text().$type<ManualStatus>().notNull(),
    requestedBy: uuid('asked_by').notNull(),
    requestedAt: instant('asked_at').notNull(),
    /** Second person, if one decides. */
    decidedBy: uuid('decided_by'),
    /** When it was recorded or declined. */
    decidedAt: instant('decided_at'),
    /** Charge that represents it; null while it needs approval, and when it was declined. */
    chargeId: uuid('charge_id').references(() => charges.id),
    /** Time at which it counts as received. */
    receivedAt: instant('received_at'),
    undoneBy: uuid('undone_by'),
    undoneAt: instant('undone_at'),
    undoneReason: text('undone_reason'),
    /** Time of the last change, as the provider `manual` states it. */
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('manual_payments_key').on(table.requestedBy, table.key),
    index('manual_payments_of_user').on(table.userId),
    index('manual_payments_of_charge').on(table.chargeId),
    index('manual_payments_of_order').on(table.orderId),
    index('manual_payments_waiting').on(table.requestedAt, table.id).where(sql`${table.status} = 'waiting'`),
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
 * Money that a member of the team returned after it had been received manually, with the evidence. The provider `manual`
 * answers for a refund once its row exists.
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
    /** DATE in America/Sao_Paulo on which the money was sent. */
    sentOn: date('sent_on', { mode: 'string' }).notNull(),
    channel: text().$type<ManualChannel>().notNull(),
    protocol: text(),
    fileId: uuid('file_id'),
    recordedBy: uuid('recorded_by').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    /** When the provider `manual` answered for it; reported by the provider from then on. */
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
