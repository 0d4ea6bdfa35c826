import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { markRefunded } from '../instalments/store.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'

/** Marks instalments as refunded whose money came back whole. */
export async function recordRefunded(
  tx: Transaction,
  { instalmentIds }: { payment: PaymentRow; instalmentIds: readonly string[] },
  _: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  await markRefunded(tx, instalmentIds)
}
