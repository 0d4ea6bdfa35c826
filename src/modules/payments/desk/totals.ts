import { sql } from 'drizzle-orm'
import { addDays, type IsoDate } from '../../../core/calendar.ts'
import { isValue } from '../../../platform/database/columns.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { onlyRow } from '../../../platform/database/only-row.ts'
import { openTotals } from '../instalments/open-store.server.ts'
import { accountTotals } from '../ledger/account-totals.server.ts'
import { refunds } from '../refunds/tables.server.ts'
import { dailyCloses } from '../settlement/tables.server.ts'

/** Totals of the shop's money, in centavos. */
export interface MoneyTotals {
  received: { provider: string; centavos: number }[]
  refunded: number
  overdue: { count: number; centavos: number }
  /** Number of days whose close differs from the provider and was not accepted. */
  differences: number
}

/** @param today in São Paulo */
export async function moneyTotals(executor: Executor, { today }: { today: IsoDate }): Promise<MoneyTotals> {
  const receipts = await accountTotals(executor, 'receipt')
  const overdue = onlyRow(await openTotals(executor, [{ from: undefined, to: addDays(today, -1) }]))
  const { rows } = await executor.execute<{ refunded: number; differences: number }>(sql`
    select (select coalesce(sum(${refunds.amount}), 0) from ${refunds} where ${isValue(refunds.status, 'done')})::bigint as refunded,
      (select count(*) from ${dailyCloses} where ${isValue(dailyCloses.status, 'differs')})::int as differences`)
  const { refunded, differences } = onlyRow(rows)
  const prefix = 'provider:'
  const received = [...receipts]
    .filter(([account]) => account.startsWith(prefix))
    .map(([account, centavos]) => ({ provider: account.slice(prefix.length), centavos: Number(centavos) }))
  return { received, refunded, overdue: { count: overdue.count, centavos: overdue.amount }, differences }
}

/** Amount received in a period. */
export async function receivedBetween(
  executor: Executor,
  { from, to }: { from: Date; to: Date },
): Promise<{ count: number; centavos: number }> {
  const { rows } = await executor.execute<{ count: number; centavos: number }>(sql`
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as centavos from provider_payments
    where received_at >= ${from.toISOString()} and received_at < ${to.toISOString()}`)
  return onlyRow(rows)
}
