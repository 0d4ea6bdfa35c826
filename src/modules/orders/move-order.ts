import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Database, Executor, Transaction } from '../../platform/database/database.ts'
import type { Publish } from '../../platform/events/events.ts'
import type { OrdersDeps } from './deps.ts'
import { type OrderStatus, orderMachine, progressOf } from './domain/order.ts'
import { lockOrder, markStepCompleted, type OrderRow, stepsOf, updateOrder } from './store.server.ts'

type Deps = Pick<OrdersDeps, 'database' | 'clock' | 'publish'>

export type MoveRefusal = 'not_found' | 'illegal_move'

/** The team begins: paid → in_progress. */
export function startWork(deps: Deps, { orderId }: { orderId: string }) {
  return move(deps, { orderId, to: 'in_progress' })
}

/** Ends an order that will not be delivered, on an operator's decision. Its money is payments' affair. */
export function cancelOrder(deps: Deps, { orderId }: { orderId: string }) {
  return move(deps, { orderId, to: 'cancelled' })
}

/** The same inside the caller's transaction (withdrawal). Takes the order's lock whatever the answer. */
export async function cancelIn(
  tx: Transaction,
  { orderId }: { orderId: string },
  deps: Pick<Deps, 'clock' | 'publish'>,
): Promise<Outcome<{ status: OrderStatus }, MoveRefusal>> {
  const order = await lockOrder(tx, orderId)
  return order ? moveIn(tx, deps, { order, to: 'cancelled' }) : refuse('not_found')
}

/**
 * Marks the next open step as completed. The first one says that the team has begun, the last one completes the order.
 *
 * @returns refuses `not_next` for a step that is done or whose turn has not come, `illegal_move` before any payment
 */
export function completeStep(
  { database, clock, publish }: Deps,
  { orderId, stepNumber }: { orderId: string; stepNumber: number },
): Promise<Outcome<{ status: OrderStatus; progress: number }, MoveRefusal | 'not_next'>> {
  return withOrder(database, orderId, async (tx, order) => {
    if (order.status !== 'in_progress' && !orderMachine.canMove(order.status, 'in_progress')) {
      return refuse('illegal_move', order.status)
    }
    const steps = await stepsOf(tx, orderId)
    if (steps.find((step) => !step.completed)?.stepNumber !== stepNumber) return refuse('not_next')
    const now = clock.now()
    await markStepCompleted(tx, { orderId, stepNumber, completedDate: now })
    const after = steps.map((step) => ({ completed: step.completed || step.stepNumber === stepNumber }))
    const status = after.every((step) => step.completed) ? 'completed' : 'in_progress'
    const progress = progressOf(after)
    await updateOrder(tx, orderId, { status, progress, updatedAt: now })
    await tellMove(tx, publish, order, status)
    return ok({ status, progress })
  })
}

function move(
  deps: Deps,
  { orderId, to }: { orderId: string; to: OrderStatus },
): Promise<Outcome<{ status: OrderStatus }, MoveRefusal>> {
  return withOrder(deps.database, orderId, (tx, order) => moveIn(tx, deps, { order, to }))
}

async function moveIn(
  tx: Transaction,
  { clock, publish }: Pick<Deps, 'clock' | 'publish'>,
  { order, to }: { order: OrderRow; to: OrderStatus },
): Promise<Outcome<{ status: OrderStatus }, 'illegal_move'>> {
  const moved = orderMachine.move(order.status, to)
  if (!moved.ok) return moved
  await updateOrder(tx, order.id, { status: to, updatedAt: clock.now() })
  await tellMove(tx, publish, order, to)
  return ok({ status: to })
}

async function withOrder<T, C extends string>(
  database: Database,
  orderId: string,
  decide: (tx: Transaction, order: OrderRow) => Promise<Outcome<T, C>>,
): Promise<Outcome<T, C | 'not_found'>> {
  if (!isUuid(orderId)) return refuse('not_found')
  return database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    return order ? decide(tx, order) : refuse('not_found')
  })
}

/** Publishes that an order moved, in the transaction in which it did. */
export async function tellMove(
  tx: Executor,
  publish: Publish,
  order: OrderRow,
  to: OrderStatus,
): Promise<void> {
  await publish(tx, 'order.moved', { orderId: order.id, userId: order.userId, from: order.status, to })
}
