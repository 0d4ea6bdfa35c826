import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant } from '../../../platform/database/columns.ts'
import type { MovementKind } from '../domain/movements.ts'

/** Journal entries: movements of money or of a claim. A trigger checks at commit that their entries add up to zero. */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: uuid().primaryKey(),
    /** Unique key of the event; makes posting idempotent. */
    key: text().notNull().unique(),
    kind: text().$type<MovementKind>().notNull(),
    /** Accounting date, DATE in America/Sao_Paulo. */
    day: date({ mode: 'string' }).notNull(),
    /** User who decided, if any. */
    by: uuid(),
    memo: text(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('ledger_transactions_of_day').on(table.day, table.kind)],
)

/** Debits are positive and credits negative. Append-only. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    line: integer().notNull(),
    account: text().notNull(),
    amount: centavos('amount').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.line] }),
    index('ledger_entries_of_account').on(table.account),
    check('ledger_entries_amount', sql`${table.amount} <> 0`),
  ],
)
