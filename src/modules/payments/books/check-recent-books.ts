import { sql } from 'drizzle-orm'
import { addDays, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { onlyRow } from '../../../platform/database/only-row.ts'
import type { PaymentsDeps } from '../deps.ts'
import { MANUAL_PROVIDER } from '../domain/manual-payment.ts'
import { openTotals } from '../instalments/open-store.server.ts'
import { accountTotals } from '../ledger/account-totals.server.ts'
import {
  arrivedMoney,
  breachesOf,
  checkBooks,
  creditOfCustomers,
  type Invariant,
  owedByCustomers,
} from './check-books.ts'

/** Number of days before today that are read row by row. */
const recentDays = 3

/**
 * Checks the books only as far as the last days can have broken them, so that the cost does not grow with the size of the
 * shop. A suspected breach is checked over every row before the team is notified, because the figures of a day may be wrong
 * instead.
 *
 * @returns a sentence for each breach
 */
export async function checkRecentBooks(deps: PaymentsDeps): Promise<string[]> {
  const suspected = await deps.database.transaction((tx) => recentBreaches(tx, deps), {
    isolationLevel: 'repeatable read',
  })
  if (suspected.length === 0) return []
  const breaches = await checkBooks(deps)
  if (breaches.length === 0) deps.log.error({ suspected }, 'the figures of the days differ from the books')
  return breaches
}

/** Checks movements and payments of the last days by their rows, and balances by the daily figures. */
export async function recentBreaches(
  executor: Executor,
  { clock, providers }: { clock: Clock; providers: Pick<PaymentsDeps['providers'], 'all'> },
): Promise<string[]> {
  const from = addDays(todayInSaoPaulo(clock.now()), -recentDays)
  const names = [...providers.all.map(({ name }) => name), MANUAL_PROVIDER]
  const accounts = await accountTotals(executor)
  const balanceOf = (account: string) => String(accounts.get(account) ?? 0)
  const open = onlyRow(await openTotals(executor, [{ from: undefined, to: undefined }]))
  const invariants: Invariant[] = [
    {
      description: 'cada lançamento soma zero',
      query: sql`with recent as materialized (select id from ledger_transactions where day >= ${from})
        select recent.id::text as about, sum(e.amount) as ledger, 0 as rows
        from recent join ledger_entries e on e.transaction_id = recent.id group by recent.id having sum(e.amount) <> 0`,
    },
    owedByCustomers({ ledger: sql`${balanceOf('receivable')}::numeric`, rows: sql`${open.amount}::bigint` }),
    creditOfCustomers({ ledger: sql`-${balanceOf('credits')}::numeric` }),
    arrivedMoney(
      sql`p.provider in ${names} and p.approved_at >= ${startOfDayInSaoPaulo(from).toISOString()}`,
    ),
  ]
  return breachesOf(executor, invariants)
}
