import type { PaymentsDeps } from '../deps.ts'
import { issueRefund } from '../refunds/issue-refund.ts'
import { settlePayment } from './settle.ts'

/**
 * Issues a refund, then settles its payment: a refund that the provider refused may hide one that was made at its panel,
 * and only asking for the payment again shows it.
 *
 * @throws Error while the provider does not answer
 */
export async function refundAndSettle(deps: PaymentsDeps, { refundId }: { refundId: string }): Promise<void> {
  const { provider, providerId } = await issueRefund(deps, { refundId })
  const settled = await settlePayment(deps, { provider, providerId, cause: 'refund' })
  if (settled.kind === 'unavailable') throw new Error('the provider does not answer')
}
