import { completeRefund } from './complete-refund.ts'
import { moveCredit } from './credits-store.server.ts'
import { type PaymentsDeps, providerNamed } from './deps.ts'
import type { ProviderOutcome, ProviderRefund } from './ports.ts'
import { findProviderPayment } from './provider-payments-store.server.ts'
import { findRefund, lockRefund, moveRefund, noteRefundError } from './refunds-store.server.ts'
import { settlePayment } from './settle.ts'

/**
 * Asks the provider to give the money back, under the refund's own key, and writes the answer down. Run again, at the
 * same time or after a crash, it is one refund. Throws while the provider does not answer.
 */
export async function issueRefund(deps: PaymentsDeps, { refundId }: { refundId: string }): Promise<void> {
  const { database, providers } = deps
  const refund = await findRefund(database, refundId)
  const payment = refund && (await findProviderPayment(database, refund.providerPaymentId))
  if (!payment) throw new Error(`refund ${refundId} is of no payment`)
  const { provider, providerId } = payment
  if (refund.status === 'requested') {
    const { idempotencyKey, amount } = refund
    const answer = await providerNamed(providers, provider).refund({ providerId, idempotencyKey, amount })
    if (!answer.ok && (answer.code === 'unavailable' || answer.code === 'rate_limited')) {
      await noteRefundError(database, refundId, answer.code)
      throw new Error(`refund not given yet: ${answer.code}`)
    }
    await writeDown(deps, { refundId, payment, answer })
  }
  // A refund that was refused may have hidden what went back at the panel: only this asks again.
  const settled = await settlePayment(deps, { provider, providerId, cause: 'refund' })
  if (settled.kind === 'unavailable') throw new Error('the provider does not answer')
}

/** Given, or refused for good: then a person decides, and a credit is open again meanwhile. */
async function writeDown(
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
