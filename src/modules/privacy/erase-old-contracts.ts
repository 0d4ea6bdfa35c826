import { before, DAY } from '../../core/durations.ts'
import { CONTRACT_DAYS } from '../../core/retention.ts'
import type { PrivacyDeps } from './deps.ts'

const ordersAtOnce = 100

/**
 * Erases texts about services that ended before the claims about them were barred: the text of the contract, who signed it and
 * from where, the words about each step. The hashes of the chain, amounts and dates remain.
 */
export async function eraseOldContracts({
  database,
  clock,
  orders,
  eraseOrder,
}: Pick<PrivacyDeps, 'database' | 'clock' | 'orders' | 'eraseOrder'>): Promise<void> {
  const now = clock.now()
  const ended = before(now, CONTRACT_DAYS * DAY)
  for (;;) {
    const orderIds = await orders.ordersToErase({ before: ended, limit: ordersAtOnce })
    for (const orderId of orderIds) {
      await database.transaction(async (tx) => {
        for (const erase of eraseOrder) await erase(tx, { orderId, now })
      })
    }
    if (orderIds.length < ordersAtOnce) return
  }
}
