import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { type OrderEventDetail, type OrderEventKind, workEventKinds } from './domain/order-event.ts'
import { orderEvents } from './tables.server.ts'

export type OrderEventRow = typeof orderEvents.$inferSelect

/** Appends to the history of an order. */
export async function appendEvent(
  executor: Executor,
  event: {
    id: string
    orderId: string
    kind: OrderEventKind
    at: Date
    /** The operator; left out when the event was not caused by the team. */
    by?: string | undefined
    stepNumber?: number
    text?: string | undefined
    detail?: OrderEventDetail
  },
): Promise<void> {
  const { by = null, stepNumber = null, text = null, detail = {}, ...rest } = event
  await executor.insert(orderEvents).values({ ...rest, actorId: by, stepNumber, text, detail })
}

/**
 * Whether the team has begun the work on an order: the customer was notified of it, or a step was completed. Orders of earlier
 * releases may have no such event, but their progress.
 */
export async function hasBegun(
  executor: Executor,
  { id, progress }: { id: string; progress: number },
): Promise<boolean> {
  if (progress > 0) return true
  const [event] = await executor
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(and(eq(orderEvents.orderId, id), inArray(orderEvents.kind, [...workEventKinds])))
    .limit(1)
  return event !== undefined
}

/** The history of an order, newest first. */
export function selectEvents(executor: Executor, orderId: string, limit: number): Promise<OrderEventRow[]> {
  return executor
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(desc(orderEvents.at), desc(orderEvents.id))
    .limit(limit)
}
