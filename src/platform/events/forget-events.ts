import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'

const rowsAtOnce = 5_000

/**
 * Deletes events from before an instant with their deliveries: those that nobody waits for, in an outbox, a queue or among dead letters.
 *
 * @returns how many
 */
export async function forgetEvents(database: Database, before: Date): Promise<number> {
  for (let forgotten = 0; ; ) {
    const { rowCount } = await database.execute(sql`
      with old as materialized (
        select id from events
        where occurred_at < ${before.toISOString()}::timestamptz and waiting_since is null
          and id::text <> all (array(
            select data->>'eventId' from pgboss.job
            where data->>'eventId' is not null and state not in ('completed', 'cancelled')))
        limit ${rowsAtOnce})
      delete from events using old where events.id = old.id`)
    forgotten += rowCount ?? 0
    if ((rowCount ?? 0) < rowsAtOnce) return forgotten
  }
}
