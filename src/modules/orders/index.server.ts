import { boundTo } from '../../core/use-case.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { beginOnPayment } from './begin-on-payment.ts'
import { layOutSteps, type NewOrder, openOrder } from './create-order.ts'
import type { OrdersDeps } from './deps.ts'
import { cancelOrder, completeStep, startWork } from './move-order.ts'
import { endedFor, orderOf, ordersOf, versionOf } from './read-orders.ts'

export type { NewOrder } from './create-order.ts'
export type { MoveRefusal } from './move-order.ts'

export type Orders = ReturnType<typeof createOrders>

/** What was contracted and how far it is. Publishes `order.moved` {orderId, userId, from, to}. */
export function createOrders(deps: OrdersDeps) {
  const bound = boundTo(deps)
  return {
    /** Opens an order inside the caller's transaction. */
    openOrder: (tx: Executor, order: NewOrder) => openOrder(tx, order, deps),
    /** Writes an order's steps inside the caller's transaction. */
    layOutSteps,
    /** The moves of an order, inside the caller's transaction. */
    cancelOrder: (tx: Transaction, which: { orderId: string }) => cancelOrder(tx, which, deps),
    startWork: (tx: Transaction, which: { orderId: string }) => startWork(tx, which, deps),
    completeStep: (tx: Transaction, which: { orderId: string; stepNumber: number }) =>
      completeStep(tx, which, deps),

    ordersOf: bound(ordersOf),
    orderOf: bound(orderOf),
    versionOf: bound(versionOf),
    endedFor: bound(endedFor),
    listeners: [beginOnPayment(deps)],
  }
}
