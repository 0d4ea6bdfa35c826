import { type Outcome, ok } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Orders } from '../orders/index.server.ts'
import type { OrderRefund, Payments } from '../payments/index.server.ts'

/**
 * Cancels an order that will not be delivered, together with its pending instalments. With `refund` it also requests the
 * refund of what was paid.
 *
 * @returns centavos of the refunds requested, and of those held until a person has checked them
 */
export async function cancelOrder(
  tx: Transaction,
  { orderId, refund, by, reason }: { orderId: string; refund: boolean; by: string; reason: string },
  {
    orders,
    payments,
  }: { orders: Pick<Orders, 'cancelOrder'>; payments: Pick<Payments, 'cancelInstalments' | 'refundOrder'> },
): Promise<Outcome<OrderRefund, 'not_found' | 'illegal_move'>> {
  const cancelled = await orders.cancelOrder(tx, { orderId })
  if (!cancelled.ok) return cancelled
  await payments.cancelInstalments(tx, { orderId })
  if (!refund) return ok({ requested: 0, held: 0 })
  return ok(await payments.refundOrder(tx, { orderId, origin: 'team', reason, by }))
}
