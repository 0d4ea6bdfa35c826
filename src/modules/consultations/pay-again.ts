import { HOUR } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { PaymentMethod } from '../../core/payment-terms.ts'
import { allow } from '../../platform/rate-limit/rate-limit.ts'
import { ensureCharge } from './charge-consultation.ts'
import type { ConsultationsDeps } from './deps.ts'
import type { ConsultationRefusal } from './request-consultation.ts'
import { findConsultationRow, lockConsultation } from './store.server.ts'

/**
 * Requests a new charge for a look-up whose charge expired, or with another payment method. Reuses a charge that is
 * still payable by this method. Queries the provider for the current charge first, because it may just have been paid.
 *
 * @returns refused with `not_found` when the look-up does not await payment
 */
export async function payAgain(
  deps: ConsultationsDeps,
  { consultationId, method }: { consultationId: string; method: PaymentMethod },
): Promise<Outcome<{ chargeId: string }, ConsultationRefusal | 'not_found'>> {
  const { database, clock } = deps
  const key = `consultation-again:${consultationId}`
  const allowance = await allow(database, { key, limit: 20, window: HOUR, now: clock.now() })
  if (!allowance.allowed) return refuse('too_many')
  const current = await findConsultationRow(database, consultationId)
  if (current?.chargeId) await deps.payments.checkCharge({ chargeId: current.chargeId })
  const charged = await database.transaction(async (tx) => {
    const row = await lockConsultation(tx, consultationId)
    if (row?.status !== 'awaiting_payment') return refuse('not_found')
    return ensureCharge(tx, { row, method }, deps)
  })
  if (!charged.ok) return charged
  const { chargeId } = charged.value
  const issued = await deps.payments.issueCharge({ chargeId })
  return issued.ok ? ok({ chargeId }) : issued
}
