import type { PaymentsDeps } from '../deps.ts'
import { trustsUnknown } from '../domain/refund.ts'
import { findPayment } from '../payments/store.server.ts'
import { issueRefund, refuseUnknownPayment } from '../refunds/issue-refund.ts'
import { findRefund, noteRefundError } from '../refunds/store.server.ts'
import { UnavailableError } from '../unavailable-error.ts'
import { settlePayment } from './settle.ts'

/**
 * Issues a refund. The payment is settled first: only the provider knows what is left of it, and refunds made at its
 * panel are recorded before anything else is returned. It is settled again afterwards, because a refused refund can mean
 * that the payment was refunded in the meantime.
 *
 * @throws Error while the provider is unavailable, or its report of the payment cannot be recorded
 */
export async function refundAndSettle(deps: PaymentsDeps, { refundId }: { refundId: string }): Promise<void> {
  const refund = await findRefund(deps.database, refundId)
  const payment = refund && (await findPayment(deps.database, refund.paymentId))
  if (!payment) throw new Error(`refund ${refundId} has no payment`)
  const { provider, providerId } = payment
  const settle = async () => {
    const settled = await settlePayment(deps, { provider, providerId, cause: 'refund' })
    const { kind } = settled
    if (kind !== 'unavailable' && kind !== 'set_aside' && kind !== 'dealt_with') return settled
    await noteRefundError(deps.database, refundId, kind)
    const message = `the provider cannot be asked about the payment: ${kind}`
    throw kind === 'unavailable' ? new UnavailableError(message) : new Error(message)
  }
  if (refund.status === 'requested') {
    const { kind, refunding } = await settle()
    if (kind === 'unknown') {
      if (trustsUnknown({ requestedAt: refund.createdAt, now: deps.clock.now() }))
        return refuseUnknownPayment(deps, { refundId })
      await noteRefundError(deps.database, refundId, 'not_found')
      throw new Error('the provider does not know the payment now')
    }
    await issueRefund(deps, { refundId, refunding })
  }
  await settle()
}
