import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type PersonType, personTypes } from '../../core/person-type.ts'
import { instant, oneOf } from '../../platform/database/columns.ts'
import { type MediaType, mediaTypes } from './domain/file-type.ts'
import { type RequestKind, type ReviewStatus, requestKinds, reviewStatuses } from './domain/review.ts'

/**
 * A user's file, whose bytes are encrypted in the file store. The row is inserted before the bytes and deleted after
 * them, so that every file has a row: without `stored_at` the upload is unfinished, with `removed_at` the bytes may
 * still exist. Only stored rows that are not removed are visible to users.
 */
export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    personType: text('person_type').$type<PersonType>().notNull(),
    name: text().notNull(),
    mediaType: text('media_type').$type<MediaType>().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** SHA-256 of the content as sent, hexadecimal: makes uploads idempotent. */
    sha256: text().notNull(),
    storageKey: text('storage_key').notNull().unique(),
    createdAt: instant('created_at').notNull(),
    storedAt: instant('stored_at'),
    removedAt: instant('removed_at'),
    reviewStatus: text('review_status').$type<ReviewStatus>().notNull().default('waiting'),
    /** Incremented by every decision: a decision names the version that it was based on. */
    reviewVersion: integer('review_version').notNull().default(0),
    reviewedAt: instant('reviewed_at'),
    /** Reason for the rejection, as shown to its owner. */
    rejection: text(),
  },
  (table) => [
    uniqueIndex('documents_once_per_user')
      .on(table.userId, table.sha256)
      .where(sql`${table.removedAt} is null`),
    index('documents_of_user').on(table.userId, table.createdAt),
    index('documents_unfinished')
      .on(table.createdAt)
      .where(sql`${table.storedAt} is null or ${table.removedAt} is not null`),
    index('documents_to_review')
      .on(table.createdAt, table.id)
      .where(
        sql`${table.reviewStatus} = 'waiting' and ${table.storedAt} is not null and ${table.removedAt} is null`,
      ),
    index('documents_reviewed').on(table.reviewedAt, table.id).where(sql`${table.reviewedAt} is not null`),
    check('documents_review_status', oneOf(table.reviewStatus, reviewStatuses)),
    check('documents_rejection', sql`${table.reviewStatus} <> 'rejected' or ${table.rejection} is not null`),
    check('documents_person_type', oneOf(table.personType, personTypes)),
    check('documents_media_type', oneOf(table.mediaType, mediaTypes)),
    check('documents_size', sql`${table.size} > 0`),
    check('documents_sha256', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)

/**
 * A document that the team requested from a customer. Open until a file is sent for it, or the team no longer needs it.
 */
export const documentRequests = pgTable(
  'document_requests',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').notNull(),
    kind: text().$type<RequestKind>().notNull(),
    /** Note to the customer. */
    note: text().notNull(),
    /** The rejected document that it replaces. */
    documentId: uuid('document_id'),
    createdAt: instant('created_at').notNull(),
    fulfilledAt: instant('fulfilled_at'),
    /** The document that was sent for it. */
    fulfilledBy: uuid('fulfilled_by'),
    closedAt: instant('closed_at'),
  },
  (table) => [
    index('document_requests_of_user').on(table.userId, table.createdAt),
    index('document_requests_fulfilled_by').on(table.fulfilledBy),
    uniqueIndex('document_requests_open')
      .on(table.userId, table.kind, sql`coalesce(${table.documentId}, ${table.userId})`)
      .where(sql`${table.fulfilledAt} is null and ${table.closedAt} is null`),
    check('document_requests_kind', oneOf(table.kind, requestKinds)),
    check(
      'document_requests_replacement',
      sql`(${table.kind} = 'replacement') = (${table.documentId} is not null)`,
    ),
  ],
)
