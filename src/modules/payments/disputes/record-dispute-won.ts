import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { ChargeRow } from '../charges/store.server.ts'
import { customerPaidWith, insertCredit, moveCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { regainedInKey } from '../domain/credit.ts'
import { disputeWon, lostOf } from '../domain/movements.ts'
import { hasMoneyArrived } from '../domain/payment-state.ts'
import { totalOf } from '../domain/settlement.ts'
import { billedTo, notifyPayer } from '../instalments/notify-payer.ts'
import { lostToChargebacks, post } from '../ledger/post.server.ts'
import { type PaymentRow, updatePayment } from '../payments/store.server.ts'
import { chargebacksOf, moveRefund } from '../refunds/store.server.ts'

/**
 * Records a won dispute, which reverses the payment's chargebacks. If the bank now holds less than it took, it returned everything and
 * took the rest again after a refund: that is also a won dispute, which no report announced. A credit that the chargeback was taken from
 * is reopened. Otherwise the loss is undone, and the part whose debt was reinstated in the meantime becomes a customer credit, of which
 * its payer is notified.
 *
 * @param chargedBack centavos that the bank has now
 */
export async function recordDisputeWon(
  tx: Transaction,
  {
    payment,
    charge,
    chargedBack,
  }: { payment: PaymentRow; charge: ChargeRow | undefined; chargedBack: Centavos },
  deps: Pick<PaymentsDeps, 'clock' | 'contactOf' | 'links' | 'newId' | 'send'>,
): Promise<void> {
  if (!hasMoneyArrived(payment.state ?? undefined)) return
  const chargebacks = await chargebacksOf(tx, payment.id)
  if (totalOf(chargebacks) <= chargedBack) return
  if (payment.reviewReason === 'charged_back_in_part')
    await updatePayment(tx, payment.id, { reviewReason: 'chargeback_reversed', updatedAt: deps.clock.now() })
  const owner = charge ? undefined : await customerPaidWith(tx, payment.id)
  const billed = charge ?? (owner === undefined ? undefined : billedTo(owner, payment))
  for (const refund of chargebacks) {
    const { id, amount, creditId } = refund
    const lost = creditId ? 0 : lostOf(amount, await lostToChargebacks(tx, payment.id))
    await moveRefund(tx, refund, 'reversed')
    if (creditId) await moveCredit(tx, creditId, 'open', { resolvedAt: null, resolution: null })
    else if (lost < amount) {
      const due = { reason: 'unmatched' as const, amount: amount - lost }
      const key = `${payment.id}${regainedInKey}${id}`
      await insertCredit(tx, { due, payment, charge, owner, key }, deps)
      const notice = { kind: 'credit.kept', amount: due.amount, reason: 'regained' } as const
      if (billed) await notifyPayer(tx, { ...notice, charge: billed }, deps)
    }
    const movement = disputeWon(payment.provider, amount, lost)
    await post(tx, { movement, key: `dispute-won:${id}` }, deps)
  }
}
