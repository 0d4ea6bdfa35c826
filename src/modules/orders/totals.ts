import { sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { onlyRow } from '../../platform/database/only-row.ts'

/** Number of orders of each status, and the sum of their prices in centavos. */
export async function orderTotals(
  executor: Executor,
): Promise<{ status: string; count: number; centavos: number }[]> {
  const { rows } = await executor.execute<{ status: string; count: number; centavos: number }>(sql`
    select status, count(*)::int as count, sum(service_price)::bigint as centavos from orders group by status`)
  return rows
}

/** The contracts signed on a day in São Paulo. */
export async function signedBetween(
  executor: Executor,
  { from, to }: { from: Date; to: Date },
): Promise<{ count: number; centavos: number }> {
  const { rows } = await executor.execute<{ count: number; centavos: number }>(sql`
    select count(*)::int as count, coalesce(sum(service_price), 0)::bigint as centavos from orders
    where created_at >= ${from.toISOString()} and created_at < ${to.toISOString()}`)
  return onlyRow(rows)
}
