import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant } from '../../platform/database/columns.ts'
import type { PdfKind } from './domain/pdf-content.ts'

/**
 * A user's PDF: the receipt of a charge, or the payment schedule of an order as of a day. A receipt is numbered when its charge
 * is settled. The file is made when it is first opened and stored encrypted under its id and hash; before `made_at` there is none.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: uuid().primaryKey(),
    kind: text().$type<PdfKind>().notNull(),
    /** Unique: a charge id, or an order id with the SHA-256 of the content. */
    key: text().notNull().unique(),
    userId: uuid('user_id').notNull(),
    chargeId: uuid('charge_id'),
    orderId: uuid('order_id'),
    /** Numbered per kind and year (in São Paulo), with gaps. */
    year: integer().notNull(),
    number: integer().notNull(),
    amount: centavos('amount').notNull(),
    /** SHA-256 of the PDF, hexadecimal. */
    sha256: text(),
    createdAt: instant('created_at').notNull(),
    madeAt: instant('made_at'),
    /** Null in rows of earlier releases, which notified the owner when the PDF was made. */
    announcedAt: instant('announced_at'),
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

/** The last number that an earlier release assigned. Now sequences count (migrations/0015_receipt_sequences.sql). */
export const receiptNumbers = pgTable(
  'receipt_numbers',
  {
    kind: text().$type<PdfKind>().notNull(),
    year: integer().notNull(),
    last: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.year] })],
)

/** The certificates that sealed contracts, one for each renewal: a contract that an earlier one sealed is still ours. */
export const sealCertificates = pgTable('seal_certificates', {
  /** SHA-256 of the certificate, hexadecimal. */
  fingerprint: text().primaryKey(),
  /** Its common name. */
  name: text().notNull(),
  /** Made by the installation itself, to try it with. */
  isTest: boolean('is_test').notNull(),
  expiresAt: instant('expires_at').notNull(),
  firstUsedAt: instant('first_used_at').notNull(),
})
