import type { Transaction } from '../../../platform/database/database.ts'
import { findCharge } from '../charges/store.server.ts'
import { moveCredit } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { chargeback, refund as refundMovement } from '../domain/movements.ts'
import { post } from '../ledger/post.server.ts'
import { notifyPayer } from '../notify-payer.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { markInstalmentsRefunded, moveRefund, type RefundRow } from './store.server.ts'

/**
 * Completes a refund: updates the refund, its credit or instalments and the ledger, and notifies the payer. A chargeback
 * needs no notification: the payer's bank made it.
 */
export async function completeRefund(
  tx: Transaction,
  {
    refund,
    payment: { provider },
    providerRefundId = null,
  }: { refund: RefundRow; payment: Pick<PaymentRow, 'provider'>; providerRefundId?: string | null },
  deps: Pick<PaymentsDeps, 'clock' | 'newId' | 'send' | 'contactOf' | 'links'>,
): Promise<void> {
  const { id, amount, origin, creditId } = refund
  const completedAt = deps.clock.now()
  await moveRefund(tx, refund, 'done', { completedAt, lastError: null, providerRefundId })
  if (creditId)
    await moveCredit(tx, creditId, 'refunded', { resolvedAt: completedAt, resolution: refund.reason })
  else await markInstalmentsRefunded(tx, { refundId: id })
  const from = creditId ? 'credits' : undefined
  const movement =
    origin === 'chargeback'
      ? chargeback(provider, amount, from ?? 'chargebacks')
      : refundMovement(provider, amount, from ?? 'refunds')
  await post(tx, { movement, key: `refund:${id}`, by: refund.requestedBy ?? undefined }, deps)
  const charge = refund.chargeId ? await findCharge(tx, refund.chargeId) : undefined
  if (charge && origin !== 'chargeback') await notifyPayer(tx, { kind: 'refund.done', charge, amount }, deps)
}
