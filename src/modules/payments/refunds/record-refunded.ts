import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { publishMoneyChanged } from '../instalments/publish-money-changed.ts'
import { markRefunded } from '../instalments/store.server.ts'

/** Marks instalments as refunded whose money came back whole, and tells their orders. */
export async function recordRefunded(
  tx: Transaction,
  instalmentIds: readonly string[],
  deps: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  await publishMoneyChanged(tx, await markRefunded(tx, instalmentIds), deps)
}
