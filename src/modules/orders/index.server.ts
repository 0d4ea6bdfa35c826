import { bind } from '../../core/use-case.ts'
import { listenTo } from '../../platform/events/listeners.ts'
import { paymentEvents } from '../payments/index.server.ts'
import { beginOnPayment } from './begin-on-payment.ts'
import { layOutSteps, openOrder } from './create-order.ts'
import type { OrdersDeps } from './deps.ts'
import { cancelOrder, completeStep, startWork } from './move-order.ts'
import { endedFor, orderOf, ordersOf, versionOf } from './read-orders.ts'

export { type OrderMessageKind, orderMessageKinds } from './message-kinds.ts'

export type Orders = ReturnType<typeof createOrders>

/** What was contracted and how far it is. */
export function createOrders(deps: OrdersDeps) {
  const { bound, within } = bind(deps)
  return {
    openOrder: within(openOrder),
    layOutSteps: within(layOutSteps),
    cancelOrder: within(cancelOrder),
    startWork: within(startWork),
    completeStep: within(completeStep),

    ordersOf: bound(ordersOf),
    orderOf: bound(orderOf),
    versionOf: bound(versionOf),
    endedFor: bound(endedFor),

    listeners: [
      listenTo(paymentEvents, 'instalment.paid', { name: 'orders.begin', handle: within(beginOnPayment) }),
    ],
  }
}
