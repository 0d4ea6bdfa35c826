import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytea, instant, oneOf } from '../../platform/database/columns.ts'
import {
  type ConsentPurpose,
  consentPurposes,
  type RequestKind,
  type RequestStatus,
  requestKinds,
  requestMachine,
} from './domain/request.ts'

/** Requests of people about their own data. The person and the words are sealed, and erased with the person. */
export const privacyRequests = pgTable(
  'privacy_requests',
  {
    id: uuid().primaryKey(),
    kind: text().$type<RequestKind>().notNull(),
    /** Null for a person without an account. */
    userId: uuid('user_id'),
    /** The account's id, or the blind index of the proven address: at most one open request of a kind for each. */
    personKey: text('person_key').notNull(),
    /** The proven address, the words and the answer as JSON, sealed; null once the person was erased. */
    sealed: bytea(),
    status: text().$type<RequestStatus>().notNull(),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
    /** The team member; null when the person cancelled it. */
    decidedBy: uuid('decided_by'),
  },
  (table) => [
    uniqueIndex('privacy_requests_once').on(table.personKey, table.kind).where(sql`${table.status} = 'open'`),
    index('privacy_requests_of_person').on(table.personKey, table.createdAt),
    index('privacy_requests_open').on(table.createdAt, table.id).where(sql`${table.status} = 'open'`),
    index('privacy_requests_decided')
      .on(table.decidedAt, table.id)
      .where(sql`${table.decidedAt} is not null`),
    index('privacy_requests_to_finish')
      .on(table.decidedAt)
      .where(sql`${table.kind} = 'erasure' and ${table.status} = 'done' and ${table.sealed} is not null`),
    check('privacy_requests_kind', oneOf(table.kind, requestKinds)),
    check('privacy_requests_status', oneOf(table.status, requestMachine.states)),
    check('privacy_requests_decided_at', sql`(${table.status} = 'open') = (${table.decidedAt} is null)`),
  ],
)

/**
 * Links with which a person without an account proves an address. The id is in the URL, signed; the address is sealed.
 */
export const privacyLinks = pgTable(
  'privacy_links',
  {
    id: uuid().primaryKey(),
    sealed: bytea().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('privacy_links_expires_at').on(table.expiresAt)],
)

/** Consents that a person gave and withdrew, by purpose: every change is a row, and the newest is in force. */
export const consents = pgTable(
  'consents',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    purpose: text().$type<ConsentPurpose>().notNull(),
    isGiven: boolean('is_given').notNull(),
    /** The version of the policy that was shown. */
    version: text().notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    index('consents_of_user').on(table.userId, table.purpose, table.at),
    check('consents_purpose', oneOf(table.purpose, consentPurposes)),
  ],
)
