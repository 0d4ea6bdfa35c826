import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant, notOneOf, oneOf } from '../../platform/database/columns.ts'
import { type ConsultationId, consultationIds, type LookupContent } from '../catalogue/public.ts'
import { type MediaType, mediaTypes } from '../documents/public.ts'
import { type ConsultationStatus, consultationMachine, paidStatuses } from './domain/consultation.ts'
import { type ViewedPart, type ViewProof, viewedParts, viewProofs } from './domain/view.ts'

/** A one-off paid look-up. Its subject is encrypted; only kind, status and times are readable. */
export const consultations = pgTable(
  'consultations',
  {
    id: uuid().primaryKey(),
    kind: text().$type<ConsultationId>().notNull(),
    status: text().$type<ConsultationStatus>().notNull(),
    /** The look-up as sold, with its price and promise. Null for rows from before the catalogue could be edited. */
    sold: jsonb().$type<LookupContent>(),
    /** Null for a guest. */
    userId: uuid('user_id'),
    /** The subject as JSON, encrypted and bound to the row. */
    subject: bytea().notNull(),
    /**
     * Blind indexes of the buyer's e-mail and telephone number; null in rows from before the indexes existed, which a
     * job fills.
     */
    contactIndex: text('contact_index').array(),
    /** When the buyer's and subject's data were erased: the sealed subject is empty. */
    erasedAt: instant('erased_at'),
    /** Keyed digest of the request: a repeated request finds the existing row while it awaits payment. */
    digest: text().notNull(),
    /** The accepted declaration and its evidence. */
    declarationVersion: text('declaration_version').notNull(),
    declaredAt: instant('declared_at').notNull(),
    declaredIp: text('declared_ip').notNull(),
    declaredUserAgent: text('declared_user_agent').notNull(),
    chargeId: uuid('charge_id'),
    createdAt: instant('created_at').notNull(),
    paidAt: instant('paid_at'),
    promisedAt: instant('promised_at'),
    deliveredAt: instant('delivered_at'),
    /** The team's decision on the refund of a late look-up. */
    refundRequestedAt: instant('refund_requested_at'),
    refundDeclinedAt: instant('refund_declined_at'),
  },
  (table) => [
    uniqueIndex('consultations_open').on(table.digest).where(sql`${table.status} = 'awaiting_payment'`),
    index('consultations_of_user').on(table.userId, table.createdAt),
    index('consultations_by_contact').using('gin', table.contactIndex),
    index('consultations_to_index').on(table.id).where(sql`${table.contactIndex} is null`),
    index('consultations_to_forget').on(table.createdAt, table.id).where(sql`${table.erasedAt} is null`),
    /** The lists of the desk. */
    index('consultations_listed').on(table.status, table.promisedAt, table.id),
    /** For the desk's queue: look-ups to deliver, and late ones whose refund has to be decided. */
    index('consultations_to_deliver')
      .on(table.promisedAt, table.id)
      .where(sql`${table.status} = 'paid' and ${table.refundRequestedAt} is null`),
    index('consultations_to_refund')
      .on(table.promisedAt, table.id)
      .where(
        sql`${table.status} = 'paid' and ${table.refundRequestedAt} is null and ${table.refundDeclinedAt} is null`,
      ),
    check('consultations_status', oneOf(table.status, consultationMachine.states)),
    check('consultations_kind', oneOf(table.kind, consultationIds)),
    check('consultations_paid', sql`${notOneOf(table.status, paidStatuses)} or ${table.paidAt} is not null`),
  ],
)

/**
 * A result of a look-up: text, a file or both, encrypted. The row is inserted before the bytes of its file. Without `version`
 * it is prepared and only its author has seen it; a correction is a new version, and only the newest is shown.
 */
export const consultationResults = pgTable(
  'consultation_results',
  {
    id: uuid().primaryKey(),
    consultationId: uuid('consultation_id')
      .notNull()
      .references(() => consultations.id),
    /** Starts at 1; null while the result is prepared. */
    version: integer(),
    /** Text and file name as JSON, encrypted and bound to the row; null once erased. */
    content: bytea(),
    storageKey: text('storage_key').unique(),
    mediaType: text('media_type').$type<MediaType>(),
    size: bigint({ mode: 'number' }),
    /** When the bytes of its file were stored; without a file, when it was written. */
    storedAt: instant('stored_at'),
    /** Reason for a new version, shown to the buyer. */
    correction: text(),
    /** 'team', or the bureau that answered automatically. */
    source: text().notNull(),
    createdAt: instant('created_at').notNull(),
    deliveredAt: instant('delivered_at'),
    erasedAt: instant('erased_at'),
  },
  (table) => [
    uniqueIndex('consultation_results_versions').on(table.consultationId, table.version),
    index('consultation_results_prepared').on(table.createdAt).where(sql`${table.version} is null`),
    index('consultation_results_kept')
      .on(table.deliveredAt)
      .where(sql`${table.version} is not null and ${table.erasedAt} is null`),
    check('consultation_results_media_type', oneOf(table.mediaType, mediaTypes)),
    check('consultation_results_version', sql`${table.version} >= 1`),
    check('consultation_results_delivered', sql`(${table.version} is null) = (${table.deliveredAt} is null)`),
    check('consultation_results_erased', sql`(${table.content} is null) = (${table.erasedAt} is not null)`),
  ],
)

/** A link to the results of a look-up. Its id is in the URL, signed; only the newest one is valid. */
export const consultationLinks = pgTable(
  'consultation_links',
  {
    id: uuid().primaryKey(),
    consultationId: uuid('consultation_id')
      .notNull()
      .references(() => consultations.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('consultation_links_of').on(table.consultationId, table.createdAt)],
)

/** The code most recently sent for a link. A correct entry consumes it. */
export const consultationCodes = pgTable('consultation_codes', {
  linkId: uuid('link_id')
    .primaryKey()
    .references(() => consultationLinks.id),
  /** Keyed. */
  digest: text().notNull(),
  guesses: integer().notNull(),
  expiresAt: instant('expires_at').notNull(),
})

/** Every view of a result by its buyer. Views by the team are in the audit log. */
export const consultationViews = pgTable(
  'consultation_views',
  {
    id: uuid().primaryKey(),
    consultationId: uuid('consultation_id')
      .notNull()
      .references(() => consultations.id),
    version: integer().notNull(),
    at: instant('at').notNull(),
    proof: text().$type<ViewProof>().notNull(),
    what: text().$type<ViewedPart>().notNull(),
    /** Network of the reader's address: coarse. */
    network: text().notNull(),
  },
  (table) => [
    index('consultation_views_of').on(table.consultationId, table.at),
    index('consultation_views_at').on(table.at),
    check('consultation_views_proof', oneOf(table.proof, viewProofs)),
    check('consultation_views_what', oneOf(table.what, viewedParts)),
  ],
)
