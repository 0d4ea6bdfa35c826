import { type SQL, sql } from 'drizzle-orm'
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
  const { rows } = await executor.execute<{ account: string; amount: string }>(sql`
    select account, sum(amount)::text as amount from (${await totalsByDay(executor, kind)}) as days group by account`)
  return new Map(rows.map(({ account, amount }) => [account, BigInt(amount)]))
}

/** Returns a query of the same totals by day: (account, day, amount). */
export async function totalsByDay(executor: Executor, kind?: 'receipt'): Promise<SQL> {
  const marked = await markedDays(executor, ledgerFigures.name)
  const figures = kind ? [`ledger.${kind}`] : ledgerFigures.figures
  return sql`
    select subject as account, day, amount from daily_figures
      where figure in ${figures} and not ${isOneOf(sql`day`, marked)}
    union all
    select subject, day, amount from (${ledgerFigures.of(marked)}) as made where figure in ${figures}`
}
