import { sql } from 'drizzle-orm'
import type { Executor } from '../../../platform/database/database.ts'
import { isOneOf, markedDays } from '../../../platform/figures/figures.ts'
import { ledgerFigures } from './ledger-figures.ts'

/**
 * Debits less credits of every account, in centavos: from the daily figures, and from the rows for days that changed since
 * their figures were computed. Exact on a snapshot, like `balances`, which reads every entry.
 *
 * @param kind of movement; all by default
 */
export async function accountTotals(executor: Executor, kind?: 'receipt'): Promise<Map<string, bigint>> {
  const marked = await markedDays(executor, ledgerFigures.name)
  const figures = kind ? [`ledger.${kind}`] : ledgerFigures.figures
  const { rows } = await executor.execute<{ account: string; amount: string }>(sql`
    select account, sum(amount)::text as amount from (
      select subject as account, amount from daily_figures
        where figure in ${figures} and not ${isOneOf(sql`day`, marked)}
      union all
      select subject, amount from (${ledgerFigures.of(marked)}) as made where figure in ${figures}) as days
    group by account`)
  return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]))
}
