import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type PersonType, personTypes } from '../../core/person-type.ts'
import { instant, oneOf } from '../../platform/database/columns.ts'
import { type MediaType, mediaTypes } from './domain/file-type.ts'

/**
 * A user's file, whose bytes are encrypted in the file store. The row is inserted before the bytes and deleted after
 * them, so that no file is without a row: without `stored_at` the upload is unfinished, with `removed_at` the bytes may
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
  },
  (table) => [
    uniqueIndex('documents_once_per_user')
      .on(table.userId, table.sha256)
      .where(sql`${table.removedAt} is null`),
    index('documents_of_user').on(table.userId, table.createdAt),
    index('documents_unfinished')
      .on(table.createdAt)
      .where(sql`${table.storedAt} is null or ${table.removedAt} is not null`),
    check('documents_person_type', oneOf(table.personType, personTypes)),
    check('documents_media_type', oneOf(table.mediaType, mediaTypes)),
    check('documents_size', sql`${table.size} > 0`),
    check('documents_sha256', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
  ],
)
