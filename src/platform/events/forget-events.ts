import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'

const rowsAtOnce = 5_000
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Deletes events from before an instant with their deliveries: those that are pending nowhere: in no outbox, no queue and not among dead letters.
 * Reads them by their ids, which are in the order of time, up to a page without an old one: as much as it deletes, whatever the size of
 * the table.
 *
 * @returns how many
 */
export async function forgetEvents(database: Database, before: Date): Promise<number> {
  let forgotten = 0
  let after: string | null = beforeAll
  while (after !== null) {
    const page: Page | undefined = await forgetPage(database, { after, before })
    forgotten += page?.count ?? 0
    after = page?.next ?? null
  }
  return forgotten
}

type Page = {
  count: number
  /** The last id, when there may be older events after it. */
  next: string | null
}

async function forgetPage(
  database: Database,
  { after, before }: { after: string; before: Date },
): Promise<Page | undefined> {
  const { rows } = await database.execute<Page>(sql`
    with page as materialized (
      select id, waiting_since, occurred_at < ${before.toISOString()}::timestamptz as is_old from events
      where id > ${after} order by id limit ${rowsAtOnce}),
    deleted as (
      delete from events using page
      where events.id = page.id and is_old and page.waiting_since is null
        and page.id::text <> all (array(
          select data->>'eventId' from pgboss.job
          where data->>'eventId' is not null and state not in ('completed', 'cancelled')))
      returning 1)
    select (select count(*)::int from deleted) as count,
      (select id from page where (select bool_or(is_old) from page) order by id desc limit 1) as next`)
  return rows[0]
}
