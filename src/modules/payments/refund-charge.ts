import type { Centavos } from '../../core/money.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { findCharge, lockCharge } from './charges-store.server.ts'
import { type PaymentsDeps, paymentJobs } from './deps.ts'
import { findRefund, insertRefund, refundsOf, updateRefund } from './refunds-store.server.ts'
import { settle } from './settle.ts'

/**
 * Writes the wish to give money back, and its job, in the caller's transaction: withdrawal within 7 days (CDC 49) or a
 * credit on the desk. Refuses more than what is left of what was received.
 *
 * @param amount centavos; everything that is left without it
 * @returns the refund's id
 */
export async function requestRefund(
  tx: Transaction,
  {
    chargeId,
    amount,
    reason,
    by,
  }: { chargeId: string; amount?: Centavos; reason: string; by?: string | undefined },
  { enqueue, clock, newId }: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<Outcome<string, 'not_found' | 'not_paid' | 'too_much'>> {
  const charge = await lockCharge(tx, chargeId)
  if (!charge) return refuse('not_found')
  if (charge.settledAt === null || charge.approvedAmount === null || charge.providerId === null) {
    return refuse('not_paid')
  }
  const asked = (await refundsOf(tx, chargeId)).filter(({ status }) => status !== 'failed')
  const left = charge.approvedAmount - asked.reduce((total, refund) => total + refund.amount, 0)
  const wanted = amount ?? left
  if (wanted <= 0 || wanted > left) return refuse('too_much')
  const id = newId()
  await insertRefund(tx, {
    id,
    chargeId,
    amount: wanted,
    reason,
    status: 'requested',
    idempotencyKey: newId(),
    providerRefundId: null,
    requestedBy: by ?? null,
    lastError: null,
    createdAt: clock.now(),
    completedAt: null,
  })
  await enqueue(tx, paymentJobs.refund, { refundId: id })
  return ok(id)
}

/** Asks the provider to give the money back, under the refund's own key. Throws while it does not answer. */
export async function issueRefund({
  refundId,
  ...deps
}: { refundId: string } & Omit<PaymentsDeps, 'enqueue'>): Promise<void> {
  const { database, provider, clock } = deps
  const refund = await findRefund(database, refundId)
  if (refund?.status !== 'requested') return
  const charge = await findCharge(database, refund.chargeId)
  if (!charge?.providerId) return
  const answer = await provider.refund({
    providerId: charge.providerId,
    idempotencyKey: refund.idempotencyKey,
    amount: refund.amount,
  })
  if (!answer.ok) {
    const isFinal = answer.code !== 'unavailable' && answer.code !== 'rate_limited'
    await updateRefund(database, refundId, {
      lastError: answer.code,
      ...(isFinal && { status: 'failed' as const }),
    })
    if (isFinal) return
    throw new Error(`refund not given yet: ${answer.code}`)
  }
  await updateRefund(database, refundId, {
    status: 'done',
    providerRefundId: answer.value.providerRefundId,
    completedAt: clock.now(),
    lastError: null,
  })
  await settle({ chargeId: refund.chargeId, cause: 'refund', ...deps })
}
