import { sql } from 'drizzle-orm'
import type { Executor } from '../database/database.ts'
import { deadLetterQueue } from './dead-letters.ts'
import type { Outbox } from './outbox.ts'

export interface QueueFigure {
  queue: string
  waiting: number
  /** Seconds since the oldest became due. */
  oldestSeconds: number
}

/**
 * Returns the number of jobs that are due and have not begun, by queue; for an outbox, by its table. Empty queues are omitted.
 */
export async function queueFigures(executor: Executor, outboxes: readonly Outbox[]): Promise<QueueFigure[]> {
  const { rows: jobs } = await executor.execute<QueueRow>(sql`
    select name as queue, count(*)::int as waiting,
      extract(epoch from now() - min(start_after))::float as oldest
    from pgboss.job where state < 'active' and start_after <= now() and name <> ${deadLetterQueue} group by name`)
  const found = [...jobs]
  for (const { table } of outboxes) {
    const { rows } = await executor.execute<QueueRow>(sql`
      select ${table} as queue, count(*)::int as waiting,
        coalesce(extract(epoch from now() - min(waiting_since)), 0)::float as oldest
      from ${sql.identifier(table)} where waiting_since is not null`)
    found.push(...rows)
  }
  return found.map(({ queue, waiting, oldest }) => ({
    queue,
    waiting,
    oldestSeconds: Math.max(0, Math.round(oldest)),
  }))
}

interface QueueRow extends Record<string, unknown> {
  queue: string
  waiting: number
  oldest: number
}
