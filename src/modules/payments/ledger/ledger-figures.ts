import { sql } from 'drizzle-orm'
import { type FigureSource, isOneOf } from '../../../platform/figures/figures.ts'
import type { MovementKind } from '../domain/movements.ts'
import { ledgerEntries, ledgerTransactions } from './tables.server.ts'

const kinds = {
  sale: 'ledger.sale',
  cancellation: 'ledger.cancellation',
  receipt: 'ledger.receipt',
  fee: 'ledger.fee',
  refund: 'ledger.refund',
  chargeback: 'ledger.chargeback',
  dispute_lost: 'ledger.dispute_lost',
  dispute_won: 'ledger.dispute_won',
  credit_applied: 'ledger.credit_applied',
  credit_dismissed: 'ledger.credit_dismissed',
  credit_matched: 'ledger.credit_matched',
  credit_reopened: 'ledger.credit_reopened',
  return_attributed: 'ledger.return_attributed',
  payout: 'ledger.payout',
  renegotiation: 'ledger.renegotiation',
} as const satisfies Record<MovementKind, `ledger.${MovementKind}`>

/** Daily ledger totals by kind of movement and account: debits less credits, as in the books. */
export const ledgerFigures: FigureSource = {
  name: 'ledger',
  figures: Object.values(kinds),
  of: (days) => sql`
    select 'ledger.' || ${ledgerTransactions.kind} as figure, ${ledgerTransactions.day} as day, ${ledgerEntries.account} as subject,
      count(*) as count, sum(${ledgerEntries.amount}) as amount
    from ${ledgerTransactions} join ${ledgerEntries} on ${ledgerEntries.transactionId} = ${ledgerTransactions.id}
    where ${isOneOf(ledgerTransactions.day, days)} group by 1, 2, 3`,
}
