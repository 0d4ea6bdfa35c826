import { sql } from 'drizzle-orm'
import type { IsoDate } from '../../core/calendar.ts'
import type { Executor } from '../../platform/database/database.ts'

/** The money of the shop, in centavos. */
export interface MoneyTotals {
  received: { provider: string; centavos: number }[]
  refunded: number
  overdue: { count: number; centavos: number }
  /** Days whose close differs from the provider and was not accepted. */
  differences: number
}

/** @param today in São Paulo */
export async function moneyTotals(executor: Executor, today: IsoDate): Promise<MoneyTotals> {
  const received = await executor.execute<{ provider: string; centavos: number }>(sql`
    select provider, sum(amount)::bigint as centavos from provider_payments where received_at is not null group by provider`)
  const { rows } = await executor.execute<{
    refunded: number
    count: number
    centavos: number
    differences: number
  }>(sql`
    select (select coalesce(sum(amount), 0) from refunds where status = 'done')::bigint as refunded,
      (select count(*) from daily_closes where status = 'differs')::int as differences,
      count(*)::int as count, coalesce(sum(amount), 0)::bigint as centavos
    from payments where status = 'pending' and due_date < ${today}`)
  const { refunded = 0, count = 0, centavos = 0, differences = 0 } = rows[0] ?? {}
  return { received: received.rows, refunded, overdue: { count, centavos }, differences }
}

/** What came in a span of time. */
export async function receivedBetween(
  executor: Executor,
  { from, to }: { from: Date; to: Date },
): Promise<{ count: number; centavos: number }> {
  const { rows } = await executor.execute<{ count: number; centavos: number }>(sql`
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as centavos from provider_payments
    where received_at >= ${from.toISOString()} and received_at < ${to.toISOString()}`)
  return rows[0] ?? { count: 0, centavos: 0 }
}
