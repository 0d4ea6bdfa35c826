import { sql } from 'drizzle-orm'
import type { Executor } from './database.ts'

/** Waits for other transactions that locked the same name, and holds the lock until the caller's transaction ends. */
export async function lockName(tx: Executor, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
