import { todayInSaoPaulo } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type EvidenceRefusal, MANUAL_PROVIDER, readEvidence } from '../domain/manual-payment.ts'
import { lockRefundAndPayment } from '../refunds/lock-payment.ts'
import { noteRefundError } from '../refunds/store.server.ts'
import { findManualRefund, insertManualRefund } from './store.server.ts'

export type ManualRefundRefusal =
  | 'not_open'
  /** The amount to return differs from the one that the member saw. */
  | 'changed_meanwhile'
  | EvidenceRefusal

/**
 * Records that a member of the team returned money that had been received manually. The refund is then completed by its
 * job, like one that a provider carried out.
 *
 * @param amount centavos that the member saw and returned
 * @returns the same
 */
export async function recordManualRefund(
  tx: Transaction,
  {
    refundId,
    amount,
    sentOn,
    by,
    ...stated
  }: {
    refundId: string
    amount: Centavos
    /** DATE in America/Sao_Paulo. */
    sentOn: string
    channel: string
    protocol?: string
    fileId?: string | null | undefined
    by: string
    reason: string
  },
  deps: Pick<PaymentsDeps, 'clock' | 'enqueue'>,
): Promise<Outcome<Centavos, ManualRefundRefusal>> {
  const now = deps.clock.now()
  const evidence = readEvidence({ ...stated, day: sentOn }, todayInSaoPaulo(now))
  if (!evidence.ok) return evidence
  const locked = isUuid(refundId) ? await lockRefundAndPayment(tx, refundId) : undefined
  if (locked?.payment.provider !== MANUAL_PROVIDER) return refuse('not_open')
  const { refund, payment } = locked
  // Until the refund is prepared, its amount may still change.
  if (refund.status !== 'requested' || !refund.sentAt) return refuse('not_open')
  if (await findManualRefund(tx, refund.idempotencyKey)) return refuse('not_open')
  if (refund.amount !== amount) return refuse('changed_meanwhile')
  await insertManualRefund(tx, {
    key: refund.idempotencyKey,
    refundId,
    manualPaymentId: payment.providerId,
    amount,
    sentOn,
    ...evidence.value,
    recordedBy: by,
    recordedAt: now,
    answeredAt: null,
  })
  await noteRefundError(tx, refundId, null)
  await deps.enqueue(tx, 'refunds.issue', { refundId })
  return ok(amount)
}
