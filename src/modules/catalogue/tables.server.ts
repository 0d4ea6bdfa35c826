import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'
import type { Content } from './domain/contents.ts'

/**
 * The versions of what the shop sells and says, each with the whole content of its subject. A row without a number is a draft,
 * which only the team sees. A published one is immutable, except that it may be withdrawn before it takes effect.
 */
export const catalogueVersions = pgTable(
  'catalogue_versions',
  {
    id: uuid().primaryKey(),
    /** 'service:clean-name': see domain/contents.ts. */
    subject: text().notNull(),
    /** Starts at 1 within its subject; null for a draft. The release's own content precedes the first. */
    number: integer(),
    content: jsonb().$type<Content>().notNull(),
    /** The newest number when it was written, 0 for none: the publishing member has seen that version. */
    basedOn: integer('based_on').notNull(),
    /** SHA-256 of the release's content at that time: when it differs now, the team is shown the change. */
    releaseSha256: text('release_sha256').notNull(),
    /** Number of the version that it restores, 0 for the release's. */
    repeats: integer(),
    draftedBy: uuid('drafted_by').notNull(),
    draftedAt: instant('drafted_at').notNull(),
    reason: text(),
    holdsFrom: instant('holds_from'),
    publishedBy: uuid('published_by'),
    publishedAt: instant('published_at'),
    withdrawnBy: uuid('withdrawn_by'),
    withdrawnAt: instant('withdrawn_at'),
  },
  (table) => [
    uniqueIndex('catalogue_versions_numbered').on(table.subject, table.number),
    index('catalogue_versions_drafts').on(table.subject, table.draftedAt).where(sql`${table.number} is null`),
    check(
      'catalogue_versions_published',
      sql`(${table.number} is not null) = (${table.reason} is not null and ${table.holdsFrom} is not null and ${table.publishedBy} is not null and ${table.publishedAt} is not null)`,
    ),
    check(
      'catalogue_versions_withdrawn',
      sql`(${table.withdrawnAt} is null) = (${table.withdrawnBy} is null) and (${table.withdrawnAt} is null or ${table.withdrawnAt} < ${table.holdsFrom})`,
    ),
  ],
)
