import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Clock } from '../../core/clock.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Database, Executor, Transaction } from '../../platform/database/database.ts'
import type { Publish } from '../../platform/events/events.ts'
import { deliveryDate } from '../catalogue/public.ts'
import { type OrderStatus, orderMachine, progressOf } from './domain/order.ts'
import { lockOrder, markStepCompleted, type OrderRow, stepsOf, updateOrder } from './store.server.ts'

interface Deps {
  database: Database
  clock: Clock
  publish: Publish
}

export type MoveRefusal = 'not_found' | 'illegal_move'

/**
 * The first confirmed payment: pending → paid, and the delivery term begins that day. Later payments, and payments of
 * a cancelled order, change nothing here.
 *
 * @returns the order as it now stands, or undefined when nothing moved
 */
export async function beginOrder(
  tx: Executor,
  { orderId, clock, publish }: { orderId: string; clock: Clock; publish: Publish },
): Promise<OrderRow | undefined> {
  const order = await lockOrder(tx, orderId)
  if (!order || !orderMachine.canMove(order.status, 'paid')) return undefined
  const now = clock.now()
  const startDate = todayInSaoPaulo(now)
  const change = {
    status: 'paid' as const,
    startDate,
    deliveryDate: deliveryDate({
      start: startDate,
      deadline: { days: order.deliveryDays, kind: order.deliveryKind },
    }),
    updatedAt: now,
  }
  await updateOrder(tx, orderId, change)
  await tellMove(tx, publish, order, 'paid')
  return { ...order, ...change }
}

/** The team begins: paid → in_progress. */
export function startWork(deps: Deps) {
  return ({ orderId }: { orderId: string }) => move(deps, { orderId, to: 'in_progress' })
}

/** Ends an order that will not be delivered, on an operator's decision. Its money is payments' affair. */
export function cancelOrder(deps: Deps) {
  return ({ orderId }: { orderId: string }) => move(deps, { orderId, to: 'cancelled' })
}

/** The same inside the caller's transaction (withdrawal). Takes the order's lock whatever the answer. */
export function cancelIn(deps: Pick<Deps, 'clock' | 'publish'>) {
  return async (
    tx: Transaction,
    { orderId }: { orderId: string },
  ): Promise<Outcome<{ status: OrderStatus }, MoveRefusal>> => {
    const order = await lockOrder(tx, orderId)
    return order ? moveIn(tx, deps, { order, to: 'cancelled' }) : refuse('not_found')
  }
}

/**
 * Marks the next open step as completed. The first one says that the team has begun, the last one completes the order.
 *
 * @returns refuses `not_next` for a step that is done or whose turn has not come, `illegal_move` before any payment
 */
export function completeStep({ database, clock, publish }: Deps) {
  return ({
    orderId,
    stepNumber,
  }: {
    orderId: string
    stepNumber: number
  }): Promise<Outcome<{ status: OrderStatus; progress: number }, MoveRefusal | 'not_next'>> =>
    withOrder(database, orderId, async (tx, order) => {
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

async function tellMove(tx: Executor, publish: Publish, order: OrderRow, to: OrderStatus): Promise<void> {
  await publish(tx, 'order.moved', { orderId: order.id, userId: order.userId, from: order.status, to })
}
