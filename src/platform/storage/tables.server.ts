import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../database/columns.ts'

/** A sealed text for each encryption key of this database: with it a start checks its keys before it opens any data. */
export const keyCanaries = pgTable('key_canaries', {
  /** The key's fingerprint. */
  fingerprint: text().primaryKey(),
  sealed: bytea().notNull(),
  createdAt: instant('created_at').notNull(),
})

/**
 * Until when rows are written as the release before wrote them, readable, because processes of it may still run. One row, which the
 * migration writes (docs/decisions/0062-the-cpf-at-rest.md).
 */
export const sealingGate = pgTable(
  'sealing_gate',
  {
    only: boolean().primaryKey().default(true),
    readableUntil: instant('readable_until').notNull(),
  },
  (table) => [check('sealing_gate_one_row', sql`${table.only}`)],
)
