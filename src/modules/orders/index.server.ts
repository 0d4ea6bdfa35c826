import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Listener, Publish } from '../../platform/events/events.ts'
import type { Identity } from '../identity/index.server.ts'
import type { Notifications } from '../notifications/index.server.ts'
import { layOutSteps, openOrder } from './create-order.ts'
import { paymentConfirmedMessage } from './messages.ts'
import { beginOrder, cancelIn, cancelOrder, completeStep, startWork } from './move-order.ts'
import { endedFor, orderOf, ordersOf, versionOf } from './read-orders.ts'

export type { NewOrder } from './create-order.ts'
export type { MoveRefusal } from './move-order.ts'

export type Orders = ReturnType<typeof createOrders>

/** What was contracted and how far it is. Publishes `order.moved` {orderId, userId, from, to}. */
export function createOrders({
  database,
  clock,
  publish,
  send,
  contactOf,
  publicUrl,
}: {
  database: Database
  clock: Clock
  publish: Publish
  send: Notifications['send']
  contactOf: Identity['contactOf']
  /** Where links in messages lead, without a slash at the end. */
  publicUrl: string
}) {
  /** The first approved payment of an order begins it, whichever instalment it was. */
  const beginOnPayment: Listener = {
    name: 'orders.begin',
    on: 'installment.paid',
    async handle({ orderId }, tx) {
      if (typeof orderId !== 'string') return
      const order = await beginOrder(tx, { orderId, clock, publish })
      const contact = order && (await contactOf(tx, order.userId))
      if (!contact) return
      const { subject, text } = paymentConfirmedMessage({
        nome: contact.nome,
        serviceTitle: order.serviceTitle,
        deliveryDate: order.deliveryDate,
        trackingUrl: `${publicUrl}/tracking?q=${order.id}`,
      })
      await send(tx, {
        to: contact.email,
        channel: 'email',
        subject,
        text,
        userId: order.userId,
        kind: 'order.paid',
      })
    },
  }

  const deps = { database, clock, publish }
  return {
    /** Opens an order inside the caller's transaction. */
    openOrder: openOrder({ clock }),
    /** Writes an order's steps inside the caller's transaction. */
    layOutSteps,
    ordersOf: ordersOf({ database }),
    orderOf: orderOf({ database }),
    versionOf: versionOf({ database }),
    endedFor: endedFor({ database }),
    startWork: startWork(deps),
    completeStep: completeStep(deps),
    cancelOrder: cancelOrder(deps),
    cancelIn: cancelIn(deps),
    listeners: [beginOnPayment],
  }
}
