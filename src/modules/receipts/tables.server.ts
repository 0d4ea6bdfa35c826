import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant } from '../../platform/database/columns.ts'
import type { PaperKind } from './domain/paper.ts'

/**
 * A paper of a person's: the receipt of a charge, or the schedule of an order as it stood on a day. Its PDF lies
 * encrypted in the file store under its id and its hash; until `made_at` it is only asked for.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: uuid().primaryKey(),
    kind: text().$type<PaperKind>().notNull(),
    /** What it is of, once each: a charge, or an order and the SHA-256 of what is said of it. */
    key: text().notNull().unique(),
    userId: uuid('user_id').notNull(),
    chargeId: uuid('charge_id'),
    orderId: uuid('order_id'),
    /** Counted in a year of São Paulo, by kind. One that was never made may leave a gap. */
    year: integer().notNull(),
    number: integer().notNull(),
    amount: centavos('amount').notNull(),
    /** Of the PDF, hex. */
    sha256: text(),
    createdAt: instant('created_at').notNull(),
    madeAt: instant('made_at'),
  },
  (table) => [
    unique('receipts_number').on(table.kind, table.year, table.number),
    index('receipts_of_user').on(table.userId, table.kind, table.createdAt),
    check(
      'receipts_kind',
      sql`(${table.kind} = 'receipt' and ${table.chargeId} is not null) or (${table.kind} = 'schedule' and ${table.orderId} is not null)`,
    ),
    check('receipts_made', sql`(${table.sha256} is null) = (${table.madeAt} is null)`),
    check('receipts_sha256', sql`${table.sha256} ~ '^[0-9a-f]{64}$'`),
    check('receipts_amount', sql`${table.amount} > 0`),
  ],
)

/** The last number given. */
export const receiptNumbers = pgTable(
  'receipt_numbers',
  {
    kind: text().$type<PaperKind>().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.year] })],
)
