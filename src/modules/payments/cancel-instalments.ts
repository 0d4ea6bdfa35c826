import type { Transaction } from '../../platform/database/database.ts'
import { openChargesOver } from './charges-store.server.ts'
import { type PaymentsDeps, paymentJobs } from './deps.ts'
import { cancelPending, pendingIdsOfOrder } from './instalments-store.server.ts'

/**
 * What an order still owed is owed no more (withdrawal, cancellation), in the caller's transaction; open charges over
 * it are withdrawn. Should one be paid all the same, the money becomes a credit.
 *
 * @returns how many instalments were cancelled
 */
export async function cancelInstalments(
  tx: Transaction,
  { orderId }: { orderId: string },
  { enqueue }: Pick<PaymentsDeps, 'enqueue'>,
): Promise<number> {
  const ids = await pendingIdsOfOrder(tx, orderId)
  await cancelPending(tx, ids)
  for (const chargeId of await openChargesOver(tx, { paymentIds: ids })) {
    await enqueue(tx, paymentJobs.cancel, { chargeId })
  }
  return ids.length
}
