import type { Centavos } from '../../core/money.ts'
import { type Outcome, ok } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Orders } from '../orders/index.server.ts'
import type { Payments } from '../payments/index.server.ts'

/**
 * Cancels an order that will not be delivered, together with its pending instalments. With `refund` it also requests the
 * refund of what was paid.
 *
 * @returns centavos of the refund requested
 */
export async function cancelOrder(
  tx: Transaction,
  { orderId, refund, by, reason }: { orderId: string; refund: boolean; by: string; reason: string },
  {
    orders,
    payments,
  }: { orders: Pick<Orders, 'cancelOrder'>; payments: Pick<Payments, 'cancelInstalments' | 'refundOrder'> },
): Promise<Outcome<Centavos, 'not_found' | 'illegal_move'>> {
  const cancelled = await orders.cancelOrder(tx, { orderId })
  if (!cancelled.ok) return cancelled
  await payments.cancelInstalments(tx, { orderId })
  return ok(refund ? await payments.refundOrder(tx, { orderId, origin: 'team', reason, by }) : 0)
}
