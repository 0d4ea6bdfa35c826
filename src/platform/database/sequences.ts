import type { Database } from './database.ts'

/** More numbers than are generated between two back-ups; the numbers of receipts may have gaps. */
const skipped = 1_000

/**
 * Moves every sequence beyond the numbers that may have been generated after the point in time to which the database was
 * restored.
 */
export async function skipNumbers(database: Database): Promise<void> {
  await database.$client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, start_value - 1) + ${skipped})
     from pg_sequences where schemaname = 'public'`,
  )
}
