import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { OrdersDeps } from './deps.ts'
import { isUnderWay, type OrderStatus, orderMachine, progressOf, resumedStatus } from './domain/order.ts'
import { lockOrder, markStepCompleted, type OrderRow, stepsOf, updateOrder } from './store.server.ts'

type Deps = Pick<OrdersDeps, 'clock'>

export type StatusChangeRefusal = 'not_found' | 'illegal_move'

/** Staff start the work: paid → in_progress. Like every status change, in the caller's transaction. */
export async function startWork(tx: Transaction, { orderId }: { orderId: string }, deps: Deps) {
  const order = await lock(tx, orderId)
  if (order?.status === 'on_hold') return refuse('illegal_move', order.status)
  return changeStatus(tx, { orderId, to: 'in_progress' }, deps)
}

/** The team goes on with an order whose money went back. Refuses `illegal_move` for one that is not on hold. */
export async function resumeOrder(
  tx: Transaction,
  { orderId }: { orderId: string },
  deps: Deps,
): Promise<Outcome<{ status: OrderStatus }, StatusChangeRefusal>> {
  const order = await lock(tx, orderId)
  if (!order) return refuse('not_found')
  if (order.status !== 'on_hold') return refuse('illegal_move', order.status)
  return changeStatus(tx, { orderId, to: resumedStatus(order.progress) }, deps)
}

/** Cancels an order; its money is handled by payments. Locks the order's row even if it refuses. */
export function cancelOrder(tx: Transaction, { orderId }: { orderId: string }, deps: Deps) {
  return changeStatus(tx, { orderId, to: 'cancelled' }, deps)
}

/**
 * Completes the next open step. The first one sets the order in progress, the last one completes the order.
 *
 * @returns refuses `not_next` for a step that is completed or not the next one, `illegal_move` before any payment
 */
export async function completeStep(
  tx: Transaction,
  { orderId, stepNumber }: { orderId: string; stepNumber: number },
  { clock }: Deps,
): Promise<Outcome<{ status: OrderStatus; progress: number }, StatusChangeRefusal | 'not_next'>> {
  const order = await lock(tx, orderId)
  if (!order) return refuse('not_found')
  if (!isUnderWay(order.status)) return refuse('illegal_move', order.status)
  const steps = await stepsOf(tx, orderId)
  if (steps.find((step) => !step.completed)?.stepNumber !== stepNumber) return refuse('not_next')
  const now = clock.now()
  await markStepCompleted(tx, { orderId, stepNumber, completedDate: now })
  const after = steps.map((step) => ({ completed: step.completed || step.stepNumber === stepNumber }))
  const status = after.every((step) => step.completed) ? 'completed' : 'in_progress'
  const progress = progressOf(after)
  await updateOrder(tx, orderId, { status, progress, updatedAt: now })
  return ok({ status, progress })
}

async function changeStatus(
  tx: Transaction,
  { orderId, to }: { orderId: string; to: OrderStatus },
  { clock }: Deps,
): Promise<Outcome<{ status: OrderStatus }, StatusChangeRefusal>> {
  const order = await lock(tx, orderId)
  if (!order) return refuse('not_found')
  const moved = orderMachine.move(order.status, to)
  if (!moved.ok) return moved
  await updateOrder(tx, orderId, { status: to, updatedAt: clock.now() })
  return ok({ status: to })
}

async function lock(tx: Transaction, orderId: string): Promise<OrderRow | undefined> {
  return isUuid(orderId) ? lockOrder(tx, orderId) : undefined
}
