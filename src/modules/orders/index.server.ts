import { bind } from '../../core/use-case.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { listenTo } from '../../platform/events/listeners.ts'
import { belongsToAnother } from '../../platform/security/belongs-to-another.ts'
import { paymentEvents } from '../payments/index.server.ts'
import { beginOnPayment } from './begin-on-payment.ts'
import { cancelOrder, completeStep, resumeOrder, startWork } from './change-order-status.ts'
import { createSteps, openOrder } from './create-order.ts'
import type { OrdersDeps } from './deps.ts'
import { followMoney, resumeOnPayment } from './follow-money.ts'
import {
  findForTeam,
  numbersOf,
  orderOf,
  ordersOf,
  ordersOnHold,
  usersWithEndedOrders,
  versionOf,
} from './read-orders.ts'
import { lockCancelled } from './store.server.ts'
import { orders } from './tables.server.ts'

export { type OrderMessageKind, orderMessageKinds } from './message-kinds.ts'

export type { OrderRow } from './store.server.ts'

export type Orders = ReturnType<typeof createOrders>

/** Orders, their steps and their progress. */
export function createOrders(deps: OrdersDeps) {
  const { bound, within } = bind(deps)
  return {
    /** What a customer has here: the columns that name whose each row is. A step changes only with its order. */
    owners: [orders.userId],
    openOrder: within(openOrder),
    createSteps: within(createSteps),
    cancelOrder: within(cancelOrder),
    startWork: within(startWork),
    completeStep: within(completeStep),
    resumeOrder: within(resumeOrder),
    /** Those that are cancelled; none changes its status in the caller's transaction. */
    cancelledAmong: (tx: Transaction, { orderIds }: { orderIds: readonly string[] }) =>
      lockCancelled(tx, orderIds),
    ordersOnHold: bound(ordersOnHold),

    ordersOf: bound(ordersOf),
    orderOf: bound(orderOf),
    numbersOf: bound(numbersOf),
    findForTeam: bound(findForTeam),
    versionOf: bound(versionOf),
    isOfAnother: (which: { ids: readonly string[]; userId: string }) =>
      belongsToAnother(deps.database, { id: orders.id, owner: orders.userId }, which),
    usersWithEndedOrders: bound(usersWithEndedOrders),

    listeners: [
      listenTo(paymentEvents, 'instalment.paid', { name: 'orders.begin', handle: within(beginOnPayment) }),
      listenTo(paymentEvents, 'instalment.paid', { name: 'orders.resume', handle: within(resumeOnPayment) }),
      listenTo(paymentEvents, 'order-money.changed', {
        name: 'orders.follow-money',
        handle: within(followMoney),
      }),
    ],
  }
}
