import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { cancellation } from '../domain/movements.ts'
import { post } from '../ledger/post.server.ts'
import { cancelPending, lockPendingOfOrder } from './store.server.ts'
import { withdrawChargesOver } from './withdraw-charges.ts'

/**
 * What an order still owed is owed no more (withdrawal, cancellation), in the caller's transaction; open charges over
 * it are withdrawn. Should one be paid all the same, the money goes back.
 *
 * @returns how many instalments were cancelled
 */
export async function cancelInstalments(
  tx: Transaction,
  { orderId }: { orderId: string },
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<number> {
  const ids = await lockPendingOfOrder(tx, orderId)
  const owed = await cancelPending(tx, ids)
  await post(tx, { movement: cancellation(owed), key: `cancellation:${orderId}:${ids[0]}` }, deps)
  await withdrawChargesOver(tx, { instalmentIds: ids }, deps)
  return ids.length
}
