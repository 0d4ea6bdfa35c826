import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { cancellation } from '../domain/movements.ts'
import { post } from '../ledger/post.server.ts'
import { cancelChargesFor } from './cancel-charges.ts'
import { cancelPending, lockPendingOfOrder } from './store.server.ts'

/**
 * Cancels an order's pending instalments (withdrawal, cancellation) in the caller's transaction, together with their open
 * charges. If such a charge is paid nevertheless, the money is refunded automatically.
 *
 * @returns number of instalments cancelled
 */
export async function cancelInstalments(
  tx: Transaction,
  { orderId }: { orderId: string },
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<number> {
  const ids = await lockPendingOfOrder(tx, orderId)
  const cancelled = await cancelPending(tx, { ids })
  await post(tx, { movement: cancellation(cancelled), key: `cancellation:${orderId}:${ids[0]}` }, deps)
  await cancelChargesFor(tx, { instalmentIds: ids }, deps)
  return ids.length
}
