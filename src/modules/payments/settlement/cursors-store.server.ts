import { eq, sql } from 'drizzle-orm'
import type { Executor } from '../../../platform/database/database.ts'
import { providerCursors } from './tables.server.ts'

/** The time up to which a provider's changes have been swept; undefined before the first sweep. */
export async function cursorOf(executor: Executor, provider: string): Promise<Date | undefined> {
  const [row] = await executor.select().from(providerCursors).where(eq(providerCursors.provider, provider))
  return row?.sweptUntil
}

export async function moveCursor(executor: Executor, provider: string, sweptUntil: Date): Promise<void> {
  await executor
    .insert(providerCursors)
    .values({ provider, sweptUntil })
    .onConflictDoUpdate({
      target: providerCursors.provider,
      set: { sweptUntil: sql`greatest(${providerCursors.sweptUntil}, excluded.swept_until)` },
    })
}
