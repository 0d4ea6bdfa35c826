import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { centavos, instant } from '../../../platform/database/columns.ts'
import type { MovementKind } from '../domain/movements.ts'

/** One movement of money or of a claim. Its entries add up to zero: a trigger sees to it at every commit. */
export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: uuid().primaryKey(),
    /** What happened, once: a second report of it books nothing. */
    key: text().notNull().unique(),
    kind: text().$type<MovementKind>().notNull(),
    /** DATE in America/Sao_Paulo to which it counts. */
    day: date({ mode: 'string' }).notNull(),
    /** Who of the team, where a person decided. */
    by: uuid(),
    memo: text(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('ledger_transactions_of_day').on(table.day, table.kind)],
)

/** Debits above zero, credits below. Only ever added. */
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
