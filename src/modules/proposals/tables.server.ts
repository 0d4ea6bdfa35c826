import { sql } from 'drizzle-orm'
import { check, date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant, oneOf } from '../../platform/database/columns.ts'
import type { PaymentTerms, ServiceId, VariantId } from '../catalogue/public.ts'
import { type OfferStatus, offerMachine } from './domain/custom-offer.ts'
import { type ProposalStatus, proposalStatuses } from './domain/proposal-status.ts'

/** A request for a vehicle financing proposal (specification, section 3). */
export const proposals = pgTable(
  'proposals',
  {
    id: uuid().primaryKey(),
    /** Digest of the request, so that a double click creates one proposal. */
    digest: text().notNull(),
    userId: uuid('user_id'),
    name: text().notNull(),
    birthDate: date('birth_date', { mode: 'string' }).notNull(),
    /** E.164. */
    phone: text().notNull(),
    email: text().notNull(),
    /** Monthly, centavos. */
    income: centavos('income').notNull(),
    vehicleBrand: text('vehicle_brand').notNull(),
    vehicleModel: text('vehicle_model').notNull(),
    vehicleYear: text('vehicle_year').notNull(),
    /** Centavos. */
    vehicleValue: centavos('vehicle_value').notNull(),
    status: text().$type<ProposalStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    /** The team's answer to the person, its author and its time. */
    answer: text(),
    answeredBy: uuid('answered_by'),
    answeredAt: instant('answered_at'),
  },
  (table) => [
    index('proposals_newest').on(table.createdAt, table.id),
    index('proposals_email').on(table.email),
    index('proposals_phone').on(table.phone),
    uniqueIndex('proposals_digest').on(table.digest),
    index('proposals_by_status').on(table.status, table.createdAt),
    check('proposals_status', oneOf(table.status, proposalStatuses)),
    check('proposals_amounts', sql`${table.income} > 0 and ${table.vehicleValue} > 0`),
  ],
)

/** A service offered to one customer with individual terms (specification, section 9). */
export const customOffers = pgTable(
  'custom_offers',
  {
    id: uuid().primaryKey(),
    /** The customer. */
    userId: uuid('user_id').notNull(),
    serviceId: text('service_id').$type<ServiceId>().notNull(),
    variant: text().$type<VariantId>(),
    /** Replaces the title of the service. */
    title: text(),
    /** Lines included in addition to the service. */
    lines: jsonb().$type<string[]>().notNull(),
    /** The two texts as entered; `terms` is their parsed value, in centavos. */
    paymentType: text('payment_type').notNull(),
    priceText: text('price_text').notNull(),
    terms: jsonb().$type<PaymentTerms>().notNull(),
    total: centavos('total').notNull(),
    cashPrice: centavos('cash_price').notNull(),
    /** Last day to accept. DATE in America/Sao_Paulo. */
    validUntil: date('valid_until', { mode: 'string' }).notNull(),
    status: text().$type<OfferStatus>().notNull(),
    /** User id of the staff member who sent it. */
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    acceptedAt: instant('accepted_at'),
    /** The order created by accepting it: at most one. */
    orderId: uuid('order_id').unique(),
    withdrawnBy: uuid('withdrawn_by'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    index('custom_offers_newest').on(table.createdAt, table.id),
    index('custom_offers_of_user').on(table.userId, table.status, table.validUntil),
    check('custom_offers_status', oneOf(table.status, offerMachine.states)),
    check('custom_offers_amounts', sql`${table.cashPrice} > 0 and ${table.total} >= ${table.cashPrice}`),
    check(
      'custom_offers_accepted',
      sql`(${table.status} = 'accepted') = (${table.orderId} is not null and ${table.acceptedAt} is not null)`,
    ),
    check(
      'custom_offers_withdrawn',
      sql`(${table.status} = 'withdrawn') = (${table.withdrawnBy} is not null and ${table.withdrawnAt} is not null)`,
    ),
  ],
)
