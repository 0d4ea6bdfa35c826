import { eq, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { providerCursors } from './tables.server.ts'

export type CursorRow = typeof providerCursors.$inferSelect

/** How far a provider's changes have been swept; undefined before the first sweep. */
export async function cursorOf(executor: Executor, provider: string): Promise<CursorRow | undefined> {
  const [row] = await executor.select().from(providerCursors).where(eq(providerCursors.provider, provider))
  return row
}

export async function lockCursor(tx: Transaction, provider: string): Promise<CursorRow | undefined> {
  const found = tx.select().from(providerCursors).where(eq(providerCursors.provider, provider))
  return (await found.for('update'))[0]
}

/**
 * Advances a cursor. It never moves back, except from the future (`updateCursor`): runs of several processes may overlap.
 *
 * @param completeAt of a sweep that read everything the provider listed, which ends a failure
 * @param now of the database
 */
export async function moveCursor(
  executor: Executor,
  {
    provider,
    sweptUntil,
    completeAt,
    now,
  }: { provider: string; sweptUntil: Date; completeAt: Date | null; now: Date },
): Promise<void> {
  const row = { provider, sweptUntil, movedAt: now, completeAt, failingSince: null }
  const latest = (column: 'sweptUntil' | 'movedAt' | 'completeAt') => {
    const { name } = providerCursors[column]
    return sql`greatest(${providerCursors[column]}, ${sql.raw(`excluded.${name}`)})`
  }
  await executor
    .insert(providerCursors)
    .values(row)
    .onConflictDoUpdate({
      target: providerCursors.provider,
      set: {
        sweptUntil: latest('sweptUntil'),
        movedAt: latest('movedAt'),
        completeAt: latest('completeAt'),
        ...(completeAt && { failingSince: null }),
      },
    })
}

/** Stores a provider's first cursor, unless there is one. */
export async function insertCursor(
  executor: Executor,
  row: Pick<CursorRow, 'provider' | 'sweptUntil'> & { movedAt: Date },
): Promise<void> {
  await executor.insert(providerCursors).values(row).onConflictDoNothing()
}

/** Sets a cursor, possibly to an earlier value. */
export async function updateCursor(
  executor: Executor,
  provider: string,
  change: Partial<Omit<CursorRow, 'provider'>>,
): Promise<void> {
  await executor.update(providerCursors).set(change).where(eq(providerCursors.provider, provider))
}

export function allCursors(executor: Executor): Promise<CursorRow[]> {
  return executor.select().from(providerCursors)
}
