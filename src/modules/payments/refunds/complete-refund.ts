import type { Transaction } from '../../../platform/database/database.ts'
import { findCharge } from '../charges/store.server.ts'
import { moveCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { chargeback, refund as refundMovement } from '../domain/movements.ts'
import { billedBy, notifyPayer } from '../instalments/notify-payer.ts'
import { instalmentsPaidWith } from '../instalments/store.server.ts'
import { post } from '../ledger/post.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { recordWhollyReturned } from './record-refunded.ts'
import { moveRefund, type RefundRow } from './store.server.ts'

/**
 * Completes a refund: updates the refund, its credit or instalments and the ledger, and notifies the payer. A chargeback
 * needs no notification: the payer's bank made it. The payment and its instalments must be locked.
 */
export async function completeRefund(
  tx: Transaction,
  {
    refund,
    payment,
    providerRefundId = null,
  }: { refund: RefundRow; payment: PaymentRow; providerRefundId?: string | null },
  deps: Pick<PaymentsDeps, 'clock' | 'newId' | 'publish' | 'send' | 'contactOf' | 'links'>,
): Promise<void> {
  const { id, amount, origin, creditId } = refund
  const completedAt = deps.clock.now()
  const billed = await billedOf(tx, { refund, payment })
  await moveRefund(tx, refund, 'done', { completedAt, lastError: null, providerRefundId })
  if (creditId)
    await moveCredit(tx, creditId, 'refunded', { resolvedAt: completedAt, resolution: refund.reason })
  const from = creditId ? 'credits' : undefined
  const movement =
    origin === 'chargeback'
      ? chargeback(payment.provider, amount, from ?? 'chargebacks')
      : refundMovement(payment.provider, amount, from ?? 'refunds')
  await post(tx, { movement, key: `refund:${id}`, by: refund.requestedBy ?? undefined }, deps)
  await recordWhollyReturned(tx, payment, deps)
  if (billed && origin !== 'chargeback')
    await notifyPayer(tx, { kind: 'refund.done', charge: billed, amount, ofCredit: creditId !== null }, deps)
}

/** What a refund is of, before its instalments are refunded. A credit without a charge is nobody's. */
async function billedOf(tx: Transaction, { refund, payment }: { refund: RefundRow; payment: PaymentRow }) {
  if (refund.chargeId) return findCharge(tx, refund.chargeId)
  return refund.creditId ? undefined : billedBy(await instalmentsPaidWith(tx, payment.id), payment)
}
