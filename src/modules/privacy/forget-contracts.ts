import { before, DAY } from '../../core/durations.ts'
import { CONTRACT_DAYS } from '../../core/retention.ts'
import type { PrivacyDeps } from './deps.ts'

const ordersAtOnce = 100

/**
 * Erases texts about services that ended before the claims about them were barred: the text of the contract, who signed it and
 * from where, the words about each step. The hashes of the chain, amounts and dates remain.
 */
export async function forgetContracts({
  database,
  clock,
  orders,
  forgetOrder,
}: Pick<PrivacyDeps, 'database' | 'clock' | 'orders' | 'forgetOrder'>): Promise<void> {
  const now = clock.now()
  const ended = before(now, CONTRACT_DAYS * DAY)
  for (;;) {
    const orderIds = await orders.ordersToForget({ before: ended, limit: ordersAtOnce })
    for (const orderId of orderIds) {
      await database.transaction(async (tx) => {
        for (const forget of forgetOrder) await forget(tx, { orderId, now })
      })
    }
    if (orderIds.length < ordersAtOnce) return
  }
}
