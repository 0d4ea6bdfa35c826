import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { openChargesOver } from './charge-lines-store.server.ts'

/** Has every charge over these instalments withdrawn, but the one excepted: nobody may pay for them by it any more. */
export async function withdrawChargesOver(
  tx: Transaction,
  which: { instalmentIds: readonly string[]; except?: string },
  { enqueue }: Pick<PaymentsDeps, 'enqueue'>,
): Promise<void> {
  for (const chargeId of await openChargesOver(tx, which)) {
    await enqueue(tx, 'charges.cancel', { chargeId })
  }
}
