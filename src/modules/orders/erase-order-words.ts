import { and, asc, eq, isNull, lt } from 'drizzle-orm'
import { oneOf } from '../../platform/database/columns.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { OrdersDeps } from './deps.ts'
import { endedStatuses } from './domain/order.ts'
import { orderEvents, orders, stepCompletions, stepFiles } from './tables.server.ts'

/** Orders that ended before an instant and whose texts are not erased yet, oldest first. */
export async function ordersToErase(
  { database }: Pick<OrdersDeps, 'database'>,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await database
    .select({ id: orders.id })
    .from(orders)
    .where(and(isNull(orders.forgottenAt), oneOf(orders.status, endedStatuses), lt(orders.updatedAt, before)))
    .orderBy(asc(orders.updatedAt), asc(orders.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Erases the texts written about an order and its steps; its service, amounts and dates stay. */
export async function eraseOrderWords(
  tx: Executor,
  { orderId, now }: { orderId: string; now: Date },
): Promise<void> {
  await tx
    .update(stepCompletions)
    .set({ words: '', protocol: '', fileId: null })
    .where(eq(stepCompletions.orderId, orderId))
  // Marks the files as unused; the sweep of unused files deletes them.
  await tx.update(stepFiles).set({ usedAt: null }).where(eq(stepFiles.orderId, orderId))
  await tx.update(orderEvents).set({ text: null }).where(eq(orderEvents.orderId, orderId))
  await tx.update(orders).set({ forgottenAt: now }).where(eq(orders.id, orderId))
}
