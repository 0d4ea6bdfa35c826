import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { centavos, instant } from '../../platform/database/columns.ts'
import type { ChargeMethod, ChargeStatus } from './domain/charge.ts'
import type { CreditReason, CreditStatus } from './domain/credit.ts'
import type { InstalmentKind, InstalmentStatus, RatePeriod } from './domain/instalment.ts'
import type { PaymentState } from './domain/payment-state.ts'
import type { RefundOrigin, RefundStatus } from './domain/refund.ts'
import type { Concern } from './domain/settlement.ts'
import type { Payer } from './ports.ts'

/** An instalment: what a person owes on a day. Names as in section 3 of the specification. */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** The order's title, copied when it was scheduled: payments knows no orders. */
    serviceTitle: text('service_title').notNull(),
    paymentType: text('payment_type').notNull(),
    /** 0 is the entry, when there is one. */
    number: integer().notNull(),
    kind: text().$type<InstalmentKind>().notNull(),
    amount: centavos('amount').notNull(),
    dueDate: date('due_date', { mode: 'string' }).notNull(),
    status: text().$type<InstalmentStatus>().notNull(),
    paymentDate: instant('payment_date'),
    /** The charge, and the provider's payment, whose money paid it; and how much of that money it took. */
    paidBy: uuid('paid_by').references((): AnyPgColumn => charges.id),
    paidWith: uuid('paid_with').references((): AnyPgColumn => providerPayments.id),
    paidAmount: centavos('paid_amount'),
    /** What its plan charges for time, in hundredths of a percent a week or a month; absent from a plan at cash price. */
    rate: integer(),
    ratePeriod: text('rate_period').$type<RatePeriod>(),
    paymentMethod: text('payment_method').$type<ChargeMethod>().notNull(),
    externalReference: text('external_reference').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payments_of_order').on(table.orderId, table.number),
    index('payments_by_due_date').on(table.userId, table.status, table.dueDate, table.number),
    index('payments_paid_by').on(table.paidBy).where(sql`${table.paidBy} is not null`),
    index('payments_paid_with').on(table.paidWith).where(sql`${table.paidWith} is not null`),
    index('payments_due').on(table.dueDate).where(sql`${table.status} = 'pending'`),
    check('payments_amount', sql`${table.amount} > 0`),
    check('payments_status', sql`${table.status} in ('pending', 'paid', 'refunded', 'cancelled')`),
    check(
      'payments_paid_with_money',
      sql`(${table.status} in ('paid', 'refunded')) = (${table.paymentDate} is not null and ${table.paidWith} is not null and ${table.paidAmount} is not null)`,
    ),
    check('payments_rate', sql`(${table.rate} is null) = (${table.ratePeriod} is null)`),
    check('payments_method', sql`${table.paymentMethod} in ('pix', 'credit_card')`),
    check('payments_kind', sql`${table.kind} in ('entrada', 'parcela', 'a-vista')`),
  ],
)

/** One PIX or card charge at the provider, written before the provider hears of it. */
export const charges = pgTable(
  'charges',
  {
    id: uuid().primaryKey(),
    /** Absent for a guest's consultation. */
    userId: uuid('user_id'),
    purpose: text().$type<'instalments' | 'consultation'>().notNull(),
    purposeId: uuid('purpose_id'),
    method: text().$type<ChargeMethod>().notNull(),
    amount: centavos('amount').notNull(),
    description: text().notNull(),
    status: text().$type<ChargeStatus>().notNull(),
    /** Where it was made, and is settled, whatever provider new charges go to. */
    provider: text().notNull(),
    reference: text().notNull().unique(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** The same selection has at most one charge that may still be paid. */
    selectionKey: text('selection_key').notNull(),
    mostInstalments: integer('most_instalments').notNull(),
    /** Kept only until the provider has answered. */
    payer: jsonb().$type<Payer>(),
    /** What the provider knows a Pix by; of a card, the payment that paid it. */
    providerId: text('provider_id'),
    preferenceId: text('preference_id'),
    qrCode: text('qr_code'),
    ticketUrl: text('ticket_url'),
    initPoint: text('init_point'),
    /** First what was asked for, then what the provider granted. */
    expiresAt: instant('expires_at'),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    issuedAt: instant('issued_at'),
    settledAt: instant('settled_at'),
    /** Failed, when a person has looked at it. */
    reviewedAt: instant('reviewed_at'),
    checkedAt: instant('checked_at'),
    /** When reconciliation asks about it again; absent once there is nothing left to hear. */
    nextCheckAt: instant('next_check_at'),
  },
  (table) => [
    uniqueIndex('charges_open_selection')
      .on(table.selectionKey)
      .where(sql`${table.status} in ('created', 'pending', 'in_process')`),
    uniqueIndex('charges_at_provider').on(table.provider, table.providerId),
    uniqueIndex('charges_preference').on(table.provider, table.preferenceId),
    index('charges_of_user').on(table.userId, table.createdAt),
    index('charges_of_purpose').on(table.purposeId),
    index('charges_to_check').on(table.nextCheckAt),
    index('charges_failed')
      .on(table.createdAt)
      .where(sql`${table.status} = 'failed' and ${table.reviewedAt} is null`),
    check('charges_amount', sql`${table.amount} > 0`),
    check('charges_reference', sql`${table.reference} ~ '^[A-Za-z0-9_-]{1,64}$'`),
    check('charges_method', sql`${table.method} in ('pix', 'credit_card')`),
    check('charges_purpose', sql`${table.purpose} = 'instalments' or ${table.purposeId} is not null`),
    check(
      'charges_status',
      sql`${table.status} in ('created', 'pending', 'in_process', 'approved', 'divergent', 'expired', 'cancelled', 'rejected', 'failed', 'in_mediation', 'refunded', 'charged_back')`,
    ),
  ],
)

/** Which instalments a charge pays, and how much of it each is. */
export const chargePayments = pgTable(
  'charge_payments',
  {
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charges.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    /** What is owed of the instalment itself; what the charge asks for it is this, and the late charges, less the discount. */
    amount: centavos('amount').notNull(),
    lateFee: centavos('late_fee').notNull().default(0),
    interest: centavos('interest').notNull().default(0),
    discount: centavos('discount').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.chargeId, table.paymentId] }),
    index('charge_payments_of_payment').on(table.paymentId),
    check(
      'charge_payments_parts',
      sql`${table.lateFee} >= 0 and ${table.interest} >= 0 and ${table.discount} between 0 and ${table.amount}`,
    ),
  ],
)

/** Every move of every charge, and who or what caused it. */
export const chargeHistory = pgTable(
  'charge_history',
  {
    id: uuid().primaryKey(),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charges.id),
    from: text().$type<ChargeStatus>().notNull(),
    to: text().$type<ChargeStatus>().notNull(),
    cause: text().notNull(),
    providerId: text('provider_id'),
    providerStatus: text('provider_status'),
    providerDetail: text('provider_detail'),
    at: instant('at').notNull(),
  },
  (table) => [index('charge_history_of_charge').on(table.chargeId, table.at)],
)

/**
 * What a provider says of every payment we have heard of, one row each, and what our books have made of it. Two payments
 * of one charge are two rows; money for nothing we asked has no charge.
 */
export const providerPayments = pgTable(
  'provider_payments',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    providerId: text('provider_id').notNull(),
    chargeId: uuid('charge_id').references(() => charges.id),
    reference: text(),
    method: text().$type<ChargeMethod>().notNull(),
    /** In our words; absent for a status nobody has heard of. */
    state: text().$type<PaymentState>(),
    status: text().notNull(),
    detail: text(),
    amount: centavos('amount').notNull(),
    refunded: centavos('refunded').notNull(),
    fee: centavos('fee').notNull(),
    approvedAt: instant('approved_at'),
    /** Of the provider's last change that we have seen; an older report changes nothing. */
    reportedAt: instant('reported_at'),
    /** When its money entered our books. */
    receivedAt: instant('received_at'),
    /** Why a person of the team has to look at it; absent once one has. */
    concern: text().$type<Concern>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('provider_payments_known').on(table.provider, table.providerId),
    index('provider_payments_of_charge').on(table.chargeId),
    index('provider_payments_by_approval').on(table.provider, table.approvedAt),
    index('provider_payments_of_concern').on(table.createdAt).where(sql`${table.concern} is not null`),
    check(
      'provider_payments_amounts',
      sql`${table.amount} >= 0 and ${table.refunded} between 0 and ${table.amount}`,
    ),
  ],
)

/** How far each provider's changes have been read. */
export const providerCursors = pgTable('provider_cursors', {
  provider: text().primaryKey(),
  sweptUntil: instant('swept_until').notNull(),
})

/** The inbox of the provider's notices. The unique key decides which delivery is the first. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    deliveryKey: text('delivery_key').notNull().unique(),
    kind: text().notNull(),
    action: text(),
    /** The payment it is about. */
    dataId: text('data_id').notNull(),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
  },
  (table) => [
    index('provider_events_waiting').on(table.receivedAt).where(sql`${table.processedAt} is null`),
    index('provider_events_newest').on(table.receivedAt),
  ],
)

/** Money given back: whole or in part, ours to give or taken at the provider's panel or by a bank. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    providerPaymentId: uuid('provider_payment_id')
      .notNull()
      .references(() => providerPayments.id),
    chargeId: uuid('charge_id').references(() => charges.id),
    /** The credit it gives back. */
    creditId: uuid('credit_id').references((): AnyPgColumn => credits.id),
    amount: centavos('amount').notNull(),
    origin: text().$type<RefundOrigin>().notNull(),
    reason: text().notNull(),
    status: text().$type<RefundStatus>().notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    providerRefundId: text('provider_refund_id'),
    /** The customer who withdrew, or who of the team decided. */
    requestedBy: uuid('requested_by'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('refunds_of_payment').on(table.providerPaymentId),
    index('refunds_of_charge').on(table.chargeId),
    index('refunds_of_credit').on(table.creditId).where(sql`${table.creditId} is not null`),
    index('refunds_open').on(table.createdAt).where(sql`${table.status} <> 'done'`),
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_status', sql`${table.status} in ('requested', 'done', 'failed', 'given_up', 'reversed')`),
    check(
      'refunds_origin',
      sql`${table.origin} in ('withdrawal', 'team', 'automatic', 'panel', 'chargeback')`,
    ),
  ],
)

/** Which instalments a refund gives back whole. */
export const refundPayments = pgTable(
  'refund_payments',
  {
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.paymentId] }),
    index('refund_payments_of_payment').on(table.paymentId),
  ],
)

/** Money received that no instalment absorbed: the customer's, until it is given back or pays for something. */
export const credits = pgTable(
  'credits',
  {
    id: uuid().primaryKey(),
    /** One credit per provider's payment, reason and instalment, however often it is reported. */
    key: text().notNull().unique(),
    reason: text().$type<CreditReason>().notNull(),
    amount: centavos('amount').notNull(),
    providerPaymentId: uuid('provider_payment_id')
      .notNull()
      .references(() => providerPayments.id),
    chargeId: uuid('charge_id').references(() => charges.id),
    /** The instalment it was paid for. */
    paymentId: uuid('payment_id').references(() => payments.id),
    userId: uuid('user_id'),
    status: text().$type<CreditStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    resolvedAt: instant('resolved_at'),
    resolvedBy: uuid('resolved_by'),
    resolution: text(),
  },
  (table) => [
    index('credits_open').on(table.createdAt).where(sql`${table.status} = 'open'`),
    index('credits_of_payment').on(table.providerPaymentId),
    index('credits_of_charge').on(table.chargeId),
    index('credits_of_user').on(table.userId, table.createdAt),
    check('credits_amount', sql`${table.amount} > 0`),
    check('credits_reason', sql`${table.reason} in ('duplicate', 'partial', 'excess', 'unmatched', 'late')`),
    check(
      'credits_status',
      sql`${table.status} in ('open', 'refunding', 'refunded', 'applied', 'dismissed')`,
    ),
  ],
)
