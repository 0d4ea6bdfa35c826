import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from '../database/columns.ts'

/**
 * Encrypted text for each encryption key of this database: with it a process checks its keys at startup before it decrypts any
 * data.
 */
export const keyCanaries = pgTable('key_canaries', {
  /** Fingerprint of the key. */
  fingerprint: text().primaryKey(),
  sealed: bytea().notNull(),
  createdAt: instant('created_at').notNull(),
})

/**
 * Time until which rows are written unencrypted, as the previous release wrote them, because processes of that release may still
 * run. One row, which the migration writes (docs/decisions/0062-the-cpf-at-rest.md).
 */
export const sealingGate = pgTable(
  'sealing_gate',
  {
    only: boolean().primaryKey().default(true),
    readableUntil: instant('readable_until').notNull(),
  },
  (table) => [check('sealing_gate_one_row', sql`${table.only}`)],
)
