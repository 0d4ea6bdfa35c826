import { moveCredit } from '../credits/store.server.ts'
import { type PaymentsDeps, providerNamed } from '../deps.ts'
import { findPayment, type PaymentRow } from '../payments/store.server.ts'
import type { ProviderOutcome, ProviderRefund } from '../ports.ts'
import { completeRefund } from './complete-refund.ts'
import { findRefund, lockRefund, moveRefund, noteRefundError } from './store.server.ts'

/**
 * Issues a refund at the provider under its stored key, and saves the answer. Idempotent, also concurrently and after a
 * crash.
 *
 * @returns the refunded payment
 * @throws Error while the provider is unavailable
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
    throw new Error(`refund not issued yet: ${answer.code}`)
  }
  await saveAnswer(deps, { refundId, payment, answer })
  return payment
}

/** Completes the refund, or marks it as failed for the team to decide; its credit is reopened meanwhile. */
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
    deps.log.error({ refundId, code: answer.code, detail: answer.detail }, 'the provider refused a refund')
    await moveRefund(tx, refund, 'failed', { lastError: answer.code })
    if (refund.creditId) await moveCredit(tx, refund.creditId, 'open')
  })
}
