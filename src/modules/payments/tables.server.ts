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
import type { InstalmentKind, InstalmentStatus } from './domain/instalment.ts'
import type { CreditReason } from './domain/settlement.ts'
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
    /** The charge whose money paid it. */
    paidBy: uuid('paid_by').references((): AnyPgColumn => charges.id),
    paymentMethod: text('payment_method').$type<ChargeMethod>().notNull(),
    externalReference: text('external_reference').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payments_of_order').on(table.orderId, table.number),
    index('payments_by_due_date').on(table.userId, table.status, table.dueDate, table.number),
    index('payments_paid_by').on(table.paidBy).where(sql`${table.paidBy} is not null`),
    index('payments_due').on(table.dueDate).where(sql`${table.status} = 'pending'`),
    check('payments_amount', sql`${table.amount} > 0`),
    check('payments_status', sql`${table.status} in ('pending', 'paid', 'cancelled')`),
    check('payments_paid_has_date', sql`${table.status} <> 'paid' or ${table.paymentDate} is not null`),
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
    reference: text().notNull().unique(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    /** The same selection has at most one charge that may still be paid. */
    selectionKey: text('selection_key').notNull(),
    mostInstalments: integer('most_instalments').notNull(),
    /** Kept only until the provider has answered. */
    payer: jsonb().$type<Payer>(),
    providerId: text('provider_id').unique(),
    preferenceId: text('preference_id').unique(),
    qrCode: text('qr_code'),
    ticketUrl: text('ticket_url'),
    initPoint: text('init_point'),
    /** First what was asked for, then what the provider granted. */
    expiresAt: instant('expires_at'),
    providerStatus: text('provider_status'),
    providerDetail: text('provider_detail'),
    approvedAmount: centavos('approved_amount'),
    refundedAmount: centavos('refunded_amount').notNull().default(0),
    attempts: integer().notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    issuedAt: instant('issued_at'),
    settledAt: instant('settled_at'),
    checkedAt: instant('checked_at'),
    /** When reconciliation asks about it again; absent once there is nothing left to hear. */
    nextCheckAt: instant('next_check_at'),
  },
  (table) => [
    uniqueIndex('charges_open_selection')
      .on(table.selectionKey)
      .where(sql`${table.status} in ('created', 'pending', 'in_process')`),
    index('charges_of_user').on(table.userId, table.createdAt),
    index('charges_of_purpose').on(table.purposeId),
    index('charges_to_check').on(table.nextCheckAt),
    index('charges_of_concern')
      .on(table.createdAt)
      .where(sql`${table.status} in ('divergent', 'charged_back', 'in_mediation', 'failed')`),
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
    amount: centavos('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.chargeId, table.paymentId] }),
    index('charge_payments_of_payment').on(table.paymentId),
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

/** The inbox of the provider's notices. The unique key decides which delivery is the first. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: uuid().primaryKey(),
    deliveryKey: text('delivery_key').notNull().unique(),
    kind: text().notNull(),
    action: text(),
    dataId: text('data_id').notNull(),
    requestId: text('request_id'),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
  },
  (table) => [
    index('provider_events_waiting').on(table.receivedAt).where(sql`${table.processedAt} is null`),
    index('provider_events_newest').on(table.receivedAt),
  ],
)

export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charges.id),
    amount: centavos('amount').notNull(),
    reason: text().notNull(),
    status: text().$type<'requested' | 'done' | 'failed'>().notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    providerRefundId: text('provider_refund_id').unique(),
    requestedBy: uuid('requested_by'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('refunds_of_charge').on(table.chargeId),
    index('refunds_open').on(table.createdAt).where(sql`${table.status} <> 'done'`),
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_status', sql`${table.status} in ('requested', 'done', 'failed')`),
  ],
)

/** Money received that no instalment absorbed: what the desk has to give back or to book. */
export const credits = pgTable(
  'credits',
  {
    id: uuid().primaryKey(),
    /** One credit per provider's payment, reason and instalment, however often it is reported. */
    key: text().notNull().unique(),
    reason: text().$type<CreditReason>().notNull(),
    amount: centavos('amount').notNull(),
    providerId: text('provider_id').notNull(),
    reference: text(),
    chargeId: uuid('charge_id').references(() => charges.id),
    paymentId: uuid('payment_id').references(() => payments.id),
    userId: uuid('user_id'),
    status: text().$type<'open' | 'resolved'>().notNull(),
    createdAt: instant('created_at').notNull(),
    resolvedAt: instant('resolved_at'),
    resolvedBy: uuid('resolved_by'),
    resolution: text(),
  },
  (table) => [
    index('credits_open').on(table.createdAt).where(sql`${table.status} = 'open'`),
    index('credits_of_user').on(table.userId, table.createdAt),
    check('credits_reason', sql`${table.reason} in ('duplicate', 'partial', 'excess', 'unmatched', 'late')`),
    check('credits_status', sql`${table.status} in ('open', 'resolved')`),
  ],
)
