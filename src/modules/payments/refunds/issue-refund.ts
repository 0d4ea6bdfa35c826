import { moveCredit } from '../credits/store.server.ts'
import { type PaymentsDeps, providerNamed } from '../deps.ts'
import { findPayment, type PaymentRow } from '../payments/store.server.ts'
import type { ProviderOutcome, ProviderRefund } from '../ports.ts'
import { completeRefund } from './complete-refund.ts'
import { findRefund, lockRefund, moveRefund, noteRefundError } from './store.server.ts'

/**
 * Asks the provider to give the money back, under the refund's own key, and saves the answer. Run again, at the same
 * time or after a crash, it is one refund.
 *
 * @returns the payment it was given from
 * @throws Error while the provider does not answer
 */
export async function issueRefund(
  deps: PaymentsDeps,
  { refundId }: { refundId: string },
): Promise<PaymentRow> {
  const { database, providers } = deps
  const refund = await findRefund(database, refundId)
  const payment = refund && (await findPayment(database, refund.paymentId))
  if (!payment) throw new Error(`refund ${refundId} has no payment`)
  if (refund.status !== 'requested') return payment
  const { provider, providerId } = payment
  const { idempotencyKey, amount } = refund
  const answer = await providerNamed(providers, provider).refund({ providerId, idempotencyKey, amount })
  if (!answer.ok && (answer.code === 'unavailable' || answer.code === 'rate_limited')) {
    await noteRefundError(database, refundId, answer.code)
    throw new Error(`refund not given yet: ${answer.code}`)
  }
  await saveAnswer(deps, { refundId, payment, answer })
  return payment
}

/** Given, or refused for good: then a person decides, and a credit is open again meanwhile. */
async function saveAnswer(
  deps: PaymentsDeps,
  {
    refundId,
    payment,
    answer,
  }: { refundId: string; payment: { provider: string }; answer: ProviderOutcome<ProviderRefund> },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const refund = await lockRefund(tx, refundId)
    if (refund?.status !== 'requested') return
    if (answer.ok) {
      const { providerRefundId } = answer.value
      return completeRefund(tx, { refund, payment, providerRefundId }, deps)
    }
    deps.log.error({ refundId, code: answer.code, detail: answer.detail }, 'a refund was refused')
    await moveRefund(tx, refund, 'failed', { lastError: answer.code })
    if (refund.creditId) await moveCredit(tx, refund.creditId, 'open')
  })
}
