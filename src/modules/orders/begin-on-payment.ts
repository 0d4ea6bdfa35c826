import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Listener } from '../../platform/events/events.ts'
import { deliveryDate } from '../catalogue/public.ts'
import type { OrdersDeps } from './deps.ts'
import { orderMachine } from './domain/order.ts'
import { paymentConfirmedMessage } from './messages.ts'
import { tellMove } from './move-order.ts'
import { lockOrder, type OrderRow, updateOrder } from './store.server.ts'

/** The first approved payment of an order begins it, whichever instalment it was, and its owner is written to. */
export function beginOnPayment(deps: Omit<OrdersDeps, 'database'>): Listener {
  const { send, contactOf, links } = deps
  return {
    name: 'orders.begin',
    on: 'instalment.paid',
    async handle({ orderId }, tx) {
      if (typeof orderId !== 'string') return
      const order = await begin(tx, orderId, deps)
      const contact = order && (await contactOf(tx, order.userId))
      if (!contact) return
      await send(tx, {
        to: contact.email,
        channel: 'email',
        userId: order.userId,
        kind: 'order.paid',
        ...paymentConfirmedMessage({
          nome: contact.nome,
          serviceTitle: order.serviceTitle,
          deliveryDate: order.deliveryDate,
          trackingUrl: links.trackOrder(order.id),
        }),
      })
    },
  }
}

/**
 * The first confirmed payment: pending → paid, and the delivery term begins that day. Later payments, and payments of
 * a cancelled order, change nothing here.
 *
 * @returns the order as it now stands, or undefined when nothing moved
 */
async function begin(
  tx: Transaction,
  orderId: string,
  { clock, publish }: Pick<OrdersDeps, 'clock' | 'publish'>,
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
