import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../database/columns.ts'

/** A sealed text for each encryption key that this database knows: whether the right one is here is known before anything is opened. */
export const keyCanaries = pgTable('key_canaries', {
  /** The key's fingerprint. */
  fingerprint: text().primaryKey(),
  sealed: bytea().notNull(),
  createdAt: instant('created_at').notNull(),
})
