import { sql } from 'drizzle-orm'
import type { Database } from '../database/database.ts'

const rowsAtOnce = 5_000
const beforeAll = '00000000-0000-0000-0000-000000000000'

/**
 * Deletes events from before an instant, with their deliveries, unless they are pending in the outbox, in a queue or among the
 * dead letters. Reads them by id, and ids are in time order, up to a page without an old event: the cost depends on the number of
 * deleted events, not on the size of the table.
 *
 * @returns the number of deleted events
 */
export async function deleteOldEvents(database: Database, before: Date): Promise<number> {
  let deleted = 0
  let after: string | null = beforeAll
  while (after !== null) {
    const page: Page | undefined = await deletePage(database, { after, before })
    deleted += page?.count ?? 0
    after = page?.next ?? null
  }
  return deleted
}

type Page = {
  count: number
  /** Id of the last event of the page if older events may follow. */
  next: string | null
}

async function deletePage(
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
