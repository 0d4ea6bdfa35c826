import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, centavos, instant, oneOf } from '../../platform/database/columns.ts'
import { breachReasons } from './domain/breach.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import type { ContractParty } from './domain/parties.ts'
import {
  type ProposedInstalment,
  type RenegotiationStatus,
  type ReplacedInstalment,
  renegotiationStatuses,
  reviewedStatuses,
} from './domain/renegotiation.ts'

/** A chosen plan that is not signed yet. Has no price: every step reads it from the catalogue or the offer. */
export const hiringDrafts = pgTable(
  'hiring_drafts',
  {
    id: uuid().primaryKey(),
    /** Null until the customer signs in. */
    userId: uuid('user_id'),
    serviceId: text('service_id').notNull(),
    variant: text(),
    planId: text('plan_id').notNull(),
    /** The custom offer to accept, instead of a plan of the catalogue. */
    customOfferId: uuid('custom_offer_id'),
    /** The chosen due day: of the month, or of the week, depending on the plan's cadence. Null without a choice. */
    dueDay: integer('due_day'),
    /** Total price of the plan shown when it was chosen, in centavos. Null when the page did not show it. */
    shownTotal: centavos('shown_total'),
    /** Name, CPF (11 digits) and phone (E.164) are erased when the contract, which holds them, is accepted. */
    name: text(),
    /** Plain text only in rows of earlier releases (docs/decisions/0062-the-cpf-at-rest.md). */
    cpf: text(),
    cpfSealed: bytea('cpf_sealed'),
    phone: text(),
    /** The order created from it. */
    orderId: uuid('order_id').unique(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    consumedAt: instant('consumed_at'),
  },
  (table) => [
    // Contains no rows once all are sealed.
    index('hiring_drafts_readable').on(table.id).where(sql`${table.cpf} is not null`),
    index('hiring_drafts_open').on(table.updatedAt).where(sql`${table.orderId} is null`),
    index('hiring_drafts_of_user').on(table.userId, table.updatedAt),
    uniqueIndex('hiring_drafts_signed_offer')
      .on(table.customOfferId)
      .where(sql`${table.orderId} is not null`),
    check('hiring_drafts_offer_to', sql`${table.customOfferId} is null or ${table.userId} is not null`),
    check('hiring_drafts_consumed', sql`(${table.orderId} is null) = (${table.consumedAt} is null)`),
    check('hiring_drafts_due_day', sql`${table.dueDay} between 0 and 28`),
    check('hiring_drafts_cpf', sql`${table.cpf} ~ '^[0-9]{11}$'`),
    check(
      'hiring_drafts_personal_data',
      sql`(${table.orderId} is null) = (${table.name} is not null and (${table.cpf} is not null or ${table.cpfSealed} is not null) and ${table.phone} is not null)`,
    ),
  ],
)

/** Returns the columns of a text that was accepted: what was shown, from where, and its link in a hash chain. */
const acceptanceColumns = () => ({
  templateVersion: text('template_version').notNull(),
  /**
   * The exact text that was shown. Plain text only in rows of earlier releases
   * (docs/decisions/0062-the-cpf-at-rest.md).
   */
  text: text().notNull(),
  /** The text, and of a contract the party, as deflated JSON, sealed and bound to the record; the plain columns are then empty. */
  sealed: bytea(),
  /** SHA-256 of `text` in UTF-8, hexadecimal. */
  sha256: text().notNull(),
  acceptedAt: instant('accepted_at').notNull(),
  /** The same instant in São Paulo time, formatted. */
  acceptedAtText: text('accepted_at_text').notNull(),
  ip: text().notNull(),
  userAgent: text('user_agent').notNull(),
  email: text().notNull(),
  emailVerified: boolean('email_verified').notNull(),
  /** When its text and the signer's data were erased at the end of the retention period; the hashes stay. */
  erasedAt: instant('erased_at'),
  /** The labels of the ticked checkboxes. */
  ticked: jsonb().$type<string[]>().notNull(),
  chain: integer().notNull(),
  position: integer().notNull(),
  previousHash: text('previous_hash').notNull(),
  recordHash: text('record_hash').notNull().unique(),
})

/**
 * Evidence of an electronic signature (MP 2.200-2, art. 10 §2): what was shown, to whom, when and from where. Append-only
 * (enforced by a trigger); each row contains the hash of the previous one in its chain.
 */
export const contractAcceptances = pgTable(
  'contract_acceptances',
  {
    id: uuid().primaryKey(),
    draftId: uuid('draft_id').notNull().unique(),
    orderId: uuid('order_id').notNull().unique(),
    userId: uuid('user_id').notNull(),
    party: jsonb().$type<ContractParty>().notNull(),
    plan: jsonb().$type<OfferSnapshot>().notNull(),
    ...acceptanceColumns(),
  },
  (table) => [
    unique('contract_acceptances_link').on(table.chain, table.position),
    index('contract_acceptances_of_user').on(table.userId),
    index('contract_acceptances_of_version').on(table.templateVersion, table.acceptedAt, table.id),
    // Contains no rows once all are sealed.
    index('contract_acceptances_readable')
      .on(table.id)
      .where(sql`${table.sealed} is null and ${table.erasedAt} is null`),
    index('contract_acceptances_text').on(table.sha256),
    check('contract_acceptances_sha256', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
    check('contract_acceptances_position', sql`${table.position} >= 1`),
  ],
)

/** A withdrawal from a contract (CDC art. 49): by whom, when, and the amount to refund. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id').notNull().unique(),
    userId: uuid('user_id').notNull(),
    /** Centavos. */
    refunded: centavos('refunded').notNull(),
    /** Centavos to refund that the team has to check first. */
    checking: centavos('checking').notNull().default(0),
    withdrawnAt: instant('withdrawn_at').notNull(),
  },
  (table) => [check('withdrawals_refunded', sql`${table.refunded} >= 0 and ${table.checking} >= 0`)],
)

/** The last link of each chain: detects a deleted last record, and its row lock serializes acceptances. */
export const acceptanceChains = pgTable('acceptance_chains', {
  chain: integer().primaryKey(),
  position: integer().notNull(),
  head: text().notNull(),
})

/** The last verification of all chains: one row. */
export const acceptanceChecks = pgTable(
  'acceptance_checks',
  {
    id: integer().primaryKey(),
    checkedAt: instant('checked_at').notNull(),
    /** Number of contracts and addenda verified. */
    records: integer().notNull(),
    /** Number of breaches found. */
    breaches: integer().notNull(),
  },
  (table) => [check('acceptance_checks_one', sql`${table.id} = 1`)],
)

/** Breaches that a verification found, kept until an operator has reviewed them and they are no longer found. */
export const acceptanceBreaches = pgTable(
  'acceptance_breaches',
  {
    id: uuid().primaryKey(),
    chain: integer().notNull(),
    position: integer().notNull(),
    reason: text().$type<(typeof breachReasons)[number]>().notNull(),
    foundAt: instant('found_at').notNull(),
    /** When an operator resolved it. */
    reviewedAt: instant('reviewed_at'),
  },
  (table) => [
    unique('acceptance_breaches_place').on(table.chain, table.position, table.reason),
    index('acceptance_breaches_to_review')
      .on(table.foundAt, table.id)
      .where(sql`${table.reviewedAt} is null`),
    check('acceptance_breaches_reason', oneOf(table.reason, breachReasons)),
  ],
)

/**
 * Proposals of a new schedule for the open balance of an order, which the customer accepts or rejects. The instalments
 * that it would replace are stored as they were, so that it cannot be accepted once any of them has changed.
 */
export const renegotiations = pgTable(
  'renegotiations',
  {
    id: uuid().primaryKey(),
    orderId: uuid('order_id').notNull(),
    userId: uuid('user_id').notNull(),
    /** The new schedule in the notation of the plans, as entered by the team. */
    paymentType: text('payment_type').notNull(),
    priceText: text('price_text').notNull(),
    replaced: jsonb().$type<readonly ReplacedInstalment[]>().notNull(),
    rows: jsonb().$type<readonly ProposedInstalment[]>().notNull(),
    openAmount: centavos('open_amount').notNull(),
    newAmount: centavos('new_amount').notNull(),
    /** Text that the customer reads with the proposal. */
    words: text().notNull(),
    status: text().$type<RenegotiationStatus>().notNull(),
    proposedBy: uuid('proposed_by').notNull(),
    proposedAt: instant('proposed_at').notNull(),
    /** The end of the last day on which it can be accepted. */
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    /** The customer's comment on a rejection. */
    answer: text(),
    /** When an operator decided whether another proposal is needed. */
    reviewedAt: instant('reviewed_at'),
  },
  (table) => [
    uniqueIndex('renegotiations_open').on(table.orderId).where(sql`${table.status} = 'open'`),
    index('renegotiations_of_order').on(table.orderId),
    index('renegotiations_of_user').on(table.userId),
    index('renegotiations_to_review')
      .on(table.endedAt, table.id)
      .where(sql`${oneOf(table.status, reviewedStatuses)} and ${table.reviewedAt} is null`),
    check('renegotiations_status', oneOf(table.status, renegotiationStatuses)),
    check('renegotiations_amounts', sql`${table.openAmount} > 0 and ${table.newAmount} > 0`),
    check('renegotiations_ended', sql`(${table.status} = 'open') = (${table.endedAt} is null)`),
  ],
)

/**
 * Evidence that an addendum was accepted, like that of a contract: what was shown, to whom, when and from where.
 * Append-only (enforced by a trigger); its rows are links of the same hash chains as those of the contracts.
 */
export const contractAddenda = pgTable(
  'contract_addenda',
  {
    id: uuid().primaryKey(),
    renegotiationId: uuid('renegotiation_id')
      .notNull()
      .unique()
      .references(() => renegotiations.id),
    orderId: uuid('order_id').notNull(),
    userId: uuid('user_id').notNull(),
    ...acceptanceColumns(),
  },
  (table) => [
    unique('contract_addenda_link').on(table.chain, table.position),
    index('contract_addenda_of_order').on(table.orderId),
    // Contains no rows once all are sealed.
    index('contract_addenda_readable')
      .on(table.id)
      .where(sql`${table.sealed} is null and ${table.erasedAt} is null`),
    index('contract_addenda_text').on(table.sha256),
    check('contract_addenda_sha256', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
    check('contract_addenda_position', sql`${table.position} >= 1`),
  ],
)
