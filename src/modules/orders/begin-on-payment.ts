import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { deliveryDate } from '../catalogue/public.ts'
import type { OrdersDeps } from './deps.ts'
import { orderMachine } from './domain/order.ts'
import { paymentConfirmedMessage } from './messages.ts'
import { lockOrder, type OrderRow, updateOrder } from './store.server.ts'

/** The first approved payment of an order begins it, whichever instalment it was, and its owner is written to. */
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
      serviceTitle: order.serviceTitle,
      deliveryDate: order.deliveryDate,
      trackingUrl: links.trackOrder(order.id),
    }),
  })
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
  { clock }: Pick<OrdersDeps, 'clock'>,
): Promise<OrderRow | undefined> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`an instalment of the order ${orderId} is paid, and there is no such order`)
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
