import { sql } from 'drizzle-orm'
import { DAY } from '../../core/durations.ts'
import type { Executor } from '../../platform/database/database.ts'

/** Counts messages that wait or were not delivered, and those delivered in the last day. */
export async function messageTotals(
  executor: Executor,
  now: Date,
): Promise<{ status: string; count: number }[]> {
  const since = new Date(now.getTime() - DAY).toISOString()
  const { rows } = await executor.execute<{ status: string; count: number }>(sql`
    select status, count(*)::int as count from messages where created_at >= ${since} and status <> 'failed' group by status
    union all
    select 'failed', count(*)::int from messages where status = 'failed' and given_up_at is null`)
  return rows
}
