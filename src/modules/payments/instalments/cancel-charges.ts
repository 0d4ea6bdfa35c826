import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { openChargesFor } from './charge-lines-store.server.ts'

/** Enqueues the cancellation of every open charge for these instalments, except one, so that no instalment is paid twice. */
export async function cancelChargesFor(
  tx: Transaction,
  which: { instalmentIds: readonly string[]; except?: string },
  { enqueue }: Pick<PaymentsDeps, 'enqueue'>,
): Promise<void> {
  for (const chargeId of await openChargesFor(tx, which)) {
    await enqueue(tx, 'charges.cancel', { chargeId })
  }
}
