import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { deliveryDate } from '../catalogue/public.ts'
import type { OrdersDeps } from './deps.ts'
import { orderMachine } from './domain/order.ts'
import { paymentConfirmedMessage } from './messages.ts'
import { lockOrder, type OrderRow, updateOrder } from './store.server.ts'

/** Starts an order on its first approved payment, whichever instalment it is, and notifies the customer. */
export async function beginOnPayment(
  tx: Transaction,
  { orderId }: { orderId: string },
  deps: Omit<OrdersDeps, 'database'>,
): Promise<void> {
  const { send, contactOf, links } = deps
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
      number: order.number,
      serviceTitle: order.serviceTitle,
      deliveryDate: order.deliveryDate,
      trackingUrl: links.trackOrder(order.id),
    }),
  })
}

/**
 * The first confirmed payment: pending → paid, and the delivery period starts that day. Later payments, and payments of
 * a cancelled order, change nothing.
 *
 * @returns the updated order, or undefined when its status did not change
 */
async function begin(
  tx: Transaction,
  orderId: string,
  { clock }: Pick<OrdersDeps, 'clock'>,
): Promise<OrderRow | undefined> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`an instalment of unknown order ${orderId} was paid`)
  if (!orderMachine.canMove(order.status, 'paid')) return undefined
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
  return { ...order, ...change }
}
