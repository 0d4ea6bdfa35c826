import type { PaymentsDeps } from '../deps.ts'
import { issueRefund } from '../refunds/issue-refund.ts'
import { settlePayment } from './settle.ts'

/**
 * Issues a refund, then settles its payment: the provider may refuse because the payment was refunded at its panel, and
 * only fetching the payment shows that.
 *
 * @throws Error while the provider is unavailable
 */
export async function refundAndSettle(deps: PaymentsDeps, { refundId }: { refundId: string }): Promise<void> {
  const { provider, providerId } = await issueRefund(deps, { refundId })
  const settled = await settlePayment(deps, { provider, providerId, cause: 'refund' })
  if (settled.kind === 'unavailable') throw new Error('the provider is unavailable')
}
