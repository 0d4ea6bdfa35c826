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
import { centavos, instant } from '../../platform/database/columns.ts'
import type { OfferSnapshot } from './domain/offer.ts'
import type { ContractParty } from './domain/parties.ts'

/** A plan that was chosen and is not signed yet. Has no price: every step reads it from the catalogue or the offer. */
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
    /** The chosen due day: of the month, or of the week, by the plan's cadence. Null without a choice. */
    dueDay: integer('due_day'),
    /** What the plan cost in all where it was chosen, in centavos. Null where the page did not say so. */
    shownTotal: centavos('shown_total'),
    /** Name, CPF (11 digits) and phone (E.164) are erased when the contract, which holds them, is accepted. */
    name: text(),
    cpf: text(),
    phone: text(),
    /** The order created from it. */
    orderId: uuid('order_id').unique(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    consumedAt: instant('consumed_at'),
  },
  (table) => [
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
      sql`(${table.orderId} is null) = (${table.name} is not null and ${table.cpf} is not null and ${table.phone} is not null)`,
    ),
  ],
)

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
    templateVersion: text('template_version').notNull(),
    /** The exact text that was shown. */
    text: text().notNull(),
    /** SHA-256 of `text` in UTF-8, hexadecimal. */
    sha256: text().notNull(),
    acceptedAt: instant('accepted_at').notNull(),
    /** The same instant in São Paulo time, formatted. */
    acceptedAtText: text('accepted_at_text').notNull(),
    ip: text().notNull(),
    userAgent: text('user_agent').notNull(),
    email: text().notNull(),
    emailVerified: boolean('email_verified').notNull(),
    /** The labels of the ticked checkboxes. */
    ticked: jsonb().$type<string[]>().notNull(),
    party: jsonb().$type<ContractParty>().notNull(),
    plan: jsonb().$type<OfferSnapshot>().notNull(),
    chain: integer().notNull(),
    position: integer().notNull(),
    previousHash: text('previous_hash').notNull(),
    recordHash: text('record_hash').notNull().unique(),
  },
  (table) => [
    unique('contract_acceptances_link').on(table.chain, table.position),
    index('contract_acceptances_of_user').on(table.userId),
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
    /** Centavos whose refund a person has to check first. */
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
