import { todayInSaoPaulo } from '../../core/calendar.ts'
import { isUuid } from '../../core/ids.ts'
import type { Centavos } from '../../core/money.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { ContractingDeps, HiringViewer } from './deps.ts'
import { withdrawalUntil } from './domain/withdrawal.ts'
import { withdrawalMessage } from './messages.ts'
import { insertWithdrawal, selectAcceptance, selectWithdrawal } from './store.server.ts'

export type WithdrawalRefusal =
  | 'not_found'
  /** The seven days are over. */
  | 'too_late'
  /** Completed or cancelled otherwise: a person has to look at it. */
  | 'not_open'

/**
 * Withdraws from a contract within its period, by the tool with which it was made (CDC art. 49; Decreto 7.962, art. 5):
 * the order is cancelled, what is owed is owed no more, what was paid is asked back, and the receipt is acknowledged at
 * once, all in one transaction. A repetition gets the answer of the first.
 */
export async function withdraw(
  { database, clock, newId, links, orders, payments, send }: ContractingDeps,
  { orderId, viewer }: { orderId: string; viewer: HiringViewer },
): Promise<Outcome<{ refunded: Centavos }, WithdrawalRefusal>> {
  if (!isUuid(orderId)) return refuse('not_found')
  return database.transaction(async (tx) => {
    const acceptance = await selectAcceptance(tx, { orderId, userId: viewer.id })
    if (!acceptance) return refuse('not_found')
    const now = clock.now()
    const late = todayInSaoPaulo(now) > withdrawalUntil(todayInSaoPaulo(acceptance.acceptedAt))
    const cancelled = late ? undefined : await orders.cancelOrder(tx, { orderId })
    // After the order's lock, so that a second withdrawal sees the first.
    const before = await selectWithdrawal(tx, orderId)
    if (before) return ok({ refunded: before.refunded })
    if (!cancelled) return refuse('too_late')
    if (!cancelled.ok) return refuse('not_open', cancelled.code)

    await payments.cancelInstalments(tx, { orderId })
    const why = { origin: 'withdrawal' as const, reason: 'withdrawal', by: viewer.id }
    const refunded = await payments.refundOrder(tx, { orderId, ...why })
    await insertWithdrawal(tx, { id: newId(), orderId, userId: viewer.id, refunded, withdrawnAt: now })
    const message = withdrawalMessage({ orderId, acceptance, refunded, now, links })
    await send(tx, {
      to: viewer.email,
      channel: 'email',
      userId: viewer.id,
      kind: 'contract.withdrawn',
      ...message,
    })
    return ok({ refunded })
  })
}
