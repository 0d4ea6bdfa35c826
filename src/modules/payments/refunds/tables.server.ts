import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { centavos, instant, isValue, oneOf } from '../../../platform/database/columns.ts'
import { charges } from '../charges/tables.server.ts'
import { credits } from '../credits/tables.server.ts'
import { type ApprovalKind, approvalKinds, type RefundDetails } from '../domain/approval.ts'
import {
  awaitsPerson,
  type RefundNote,
  type RefundOrigin,
  type RefundStatus,
  refundMachine,
  refundOrigins,
  undecidedStatuses,
} from '../domain/refund.ts'
import { instalments } from '../instalments/tables.server.ts'
import { payments } from '../payments/tables.server.ts'
import type { ProviderRefusalCode } from '../ports.ts'

/** Why a refund is not carried out: what its provider answered, or a note of ours. */
export type RefundError = ProviderRefusalCode | RefundNote

/** Refunds, full or partial: requested by us, made at the provider's panel, or chargebacks of a bank. */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey(),
    paymentId: uuid('provider_payment_id')
      .notNull()
      .references(() => payments.id),
    chargeId: uuid('charge_id').references(() => charges.id),
    /** The credit it refunds. */
    creditId: uuid('credit_id').references(() => credits.id),
    amount: centavos('amount').notNull(),
    /** The part that was returned without a stated purpose: an open item until a person attributes it. */
    unattributed: centavos('unattributed').notNull().default(0),
    origin: text().$type<RefundOrigin>().notNull(),
    reason: text().notNull(),
    status: text().$type<RefundStatus>().notNull(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    providerRefundId: text('provider_refund_id'),
    /** Id of the customer who withdrew, or of the team member who decided. */
    requestedBy: uuid('requested_by'),
    lastError: text('last_error').$type<RefundError>(),
    createdAt: instant('created_at').notNull(),
    /** When it was last sent to the provider; stored before the call, because the answer can get lost. */
    sentAt: instant('sent_at'),
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('refunds_of_payment').on(table.paymentId),
    index('refunds_of_charge').on(table.chargeId),
    index('refunds_of_credit').on(table.creditId).where(sql`${table.creditId} is not null`),
    index('refunds_open').on(table.createdAt).where(sql`${table.status} <> 'done'`),
    index('refunds_to_decide').on(table.createdAt, table.id).where(oneOf(table.status, undecidedStatuses)),
    index('refunds_to_transfer')
      .on(table.createdAt, table.id)
      .where(sql`${isValue(table.status, 'requested')} and ${isValue(table.lastError, awaitsPerson)}`),
    index('refunds_unattributed').on(table.createdAt).where(sql`${table.unattributed} > 0`),
    check('refunds_unattributed_part', sql`${table.unattributed} between 0 and ${table.amount}`),
    check('refunds_amount', sql`${table.amount} > 0`),
    check('refunds_status', oneOf(table.status, refundMachine.states)),
    check('refunds_origin', oneOf(table.origin, refundOrigins)),
  ],
)

/** Refunds above the amount that needs a second person: the request of one member, and the decision of another. */
export const refundApprovals = pgTable(
  'refund_approvals',
  {
    id: uuid().primaryKey(),
    kind: text().$type<ApprovalKind>().notNull(),
    /** Id of the charge, credit or order to refund. */
    subjectId: uuid('subject_id').notNull(),
    userId: uuid('user_id'),
    /** Centavos to return, as of the time of the request. */
    amount: centavos('amount').notNull(),
    /** The exact request, carried out unchanged after approval. */
    ask: jsonb().$type<RefundDetails>().notNull(),
    reason: text().notNull(),
    requestedBy: uuid('asked_by').notNull(),
    requestedAt: instant('asked_at').notNull(),
    decidedBy: uuid('decided_by'),
    decidedAt: instant('decided_at'),
    isApproved: boolean('is_approved'),
  },
  (table) => [
    index('refund_approvals_open').on(table.requestedAt, table.id).where(sql`${table.decidedAt} is null`),
    /** At most one open approval per subject. */
    uniqueIndex('refund_approvals_of_subject').on(table.subjectId).where(sql`${table.decidedAt} is null`),
    check('refund_approvals_kind', oneOf(table.kind, approvalKinds)),
    check('refund_approvals_amount', sql`${table.amount} > 0`),
    check(
      'refund_approvals_decided',
      sql`(${table.decidedAt} is null) = (${table.decidedBy} is null) and (${table.decidedAt} is null) = (${table.isApproved} is null)`,
    ),
  ],
)

/** The instalments that a refund refunds in full. */
export const refundInstalments = pgTable(
  'refund_payments',
  {
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id),
    instalmentId: uuid('payment_id')
      .notNull()
      .references(() => instalments.id),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.instalmentId] }),
    index('refund_payments_of_payment').on(table.instalmentId),
  ],
)

/** Centavos that a refund returned for an instalment, in addition to the instalments that it refunds in full. */
export const refundAttributions = pgTable(
  'refund_attributions',
  {
    refundId: uuid('refund_id')
      .notNull()
      .references(() => refunds.id),
    instalmentId: uuid('payment_id')
      .notNull()
      .references(() => instalments.id),
    amount: centavos('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.refundId, table.instalmentId] }),
    index('refund_attributions_of_payment').on(table.instalmentId),
    check('refund_attributions_amount', sql`${table.amount} > 0`),
  ],
)
