import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type PersonType, personTypes } from '../../core/person-type.ts'
import { instant, oneOf } from '../../platform/database/columns.ts'
import { type MediaType, mediaTypes } from './domain/file-type.ts'

/**
 * A file of a person's, whose bytes lie encrypted in the file store. The row comes before the bytes and leaves after
 * them, so that no file is ever without a row: `stored_at` empty is an upload that has not finished, `removed_at` set
 * is a removal whose bytes may still be there. Only rows with the first and without the second exist for anybody.
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
    /** Of the content as it was sent, hex: the same file sent again is the same document. */
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
