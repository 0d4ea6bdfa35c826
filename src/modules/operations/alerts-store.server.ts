import { eq } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { alerts } from './tables.server.ts'

/** Raises an alert. @returns whether it is new: of several processes one gets true */
export async function raiseAlert(executor: Executor, key: string, at: Date): Promise<boolean> {
  const raised = await executor
    .insert(alerts)
    .values({ key, raisedAt: at })
    .onConflictDoNothing()
    .returning({ key: alerts.key })
  return raised.length > 0
}

/** Ends an alert: the next one of the same key is new again. */
export async function clearAlert(executor: Executor, key: string): Promise<void> {
  await executor.delete(alerts).where(eq(alerts.key, key))
}
