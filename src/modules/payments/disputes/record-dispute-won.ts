import type { Transaction } from '../../../platform/database/database.ts'
import type { ChargeRow } from '../charges/store.server.ts'
import { insertCredit, moveCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { disputeWon } from '../domain/movements.ts'
import { hasMoneyArrived } from '../domain/payment-state.ts'
import { lostWith, post } from '../ledger/post.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { chargebacksOf, moveRefund } from '../refunds/store.server.ts'

/**
 * A dispute was won: what the bank had taken is back. A credit it was taken from is open again. Of the rest, what
 * nobody owes again is simply not lost any more, and for what a person has meanwhile said to be owed again it is the
 * customer's credit.
 */
export async function recordDisputeWon(
  tx: Transaction,
  { payment, charge }: { payment: PaymentRow; charge: ChargeRow | undefined },
  deps: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<void> {
  if (payment.state === 'charged_back' || !hasMoneyArrived(payment.state ?? undefined)) return
  for (const refund of await chargebacksOf(tx, payment.id)) {
    const { id, amount, creditId } = refund
    const lost = creditId ? 0 : Math.min(amount, await lostWith(tx, payment.id))
    await moveRefund(tx, refund, 'reversed')
    if (creditId) await moveCredit(tx, creditId, 'open', { resolvedAt: null, resolution: null })
    else if (lost < amount) {
      const due = { reason: 'unmatched' as const, amount: amount - lost }
      await insertCredit(tx, { due, payment, charge, key: `${payment.id}:regained:${id}` }, deps)
    }
    const movement = disputeWon(payment.provider, amount, lost)
    await post(tx, { movement, key: `dispute-won:${id}` }, deps)
  }
}
