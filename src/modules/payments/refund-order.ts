import type { Centavos } from '../../core/money.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { PaymentsDeps } from './deps.ts'
import { requestRefund } from './refund-charge.ts'
import { paidPartsOf } from './refunds-store.server.ts'

/**
 * Asks back everything an order's instalments were paid with (CDC art. 49), in the caller's transaction. A charge that
 * also paid for another order is refunded only for this one's part; what was refunded before is not asked twice.
 *
 * @returns centavos that were asked back
 */
export async function refundOrder(
  tx: Transaction,
  { orderId, reason, by }: { orderId: string; reason: string; by?: string | undefined },
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<Centavos> {
  let asked = 0
  for (const { chargeId, amount } of await paidPartsOf(tx, orderId)) {
    const refund = await requestRefund(tx, { chargeId, amount, reason, by }, deps)
    if (refund.ok) asked += amount
  }
  return asked
}
