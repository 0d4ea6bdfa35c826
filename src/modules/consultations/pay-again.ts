import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { PaymentMethod } from '../../core/payment-terms.ts'
import { allow } from '../../platform/rate-limit/rate-limit.ts'
import { askForIt, chargeFor } from './charge-consultation.ts'
import type { ConsultationsDeps } from './deps.ts'
import type { ConsultationRefusal } from './request-consultation.ts'
import { findConsultationRow, lockConsultation } from './store.server.ts'

/**
 * A new charge for a look-up whose charge ran out, or by another way of paying. One that may still be paid the same way
 * is kept. The old one is asked about first: money may have arrived at the last moment, and then it is the one.
 *
 * @returns refused with `not_found` once the look-up no longer awaits payment
 */
export async function payAgain(
  deps: ConsultationsDeps,
  { consultationId, method }: { consultationId: string; method: PaymentMethod },
): Promise<Outcome<{ chargeId: string }, ConsultationRefusal | 'not_found'>> {
  const { database, clock } = deps
  const key = `consultation-again:${consultationId}`
  const again = await allow(database, { key, limit: 20, windowSeconds: 3600, now: clock.now() })
  if (!again.allowed) return refuse('too_many')
  const known = await findConsultationRow(database, consultationId)
  if (known?.chargeId) await deps.payments.checkCharge({ chargeId: known.chargeId })
  const begun = await database.transaction(async (tx) => {
    const row = await lockConsultation(tx, consultationId)
    if (row?.status !== 'awaiting_payment') return refuse('not_found')
    return chargeFor(tx, { row, method }, deps)
  })
  if (!begun.ok) return begun
  const issued = await askForIt(begun.value, deps.payments)
  return issued.ok ? ok({ chargeId: begun.value.chargeId }) : issued
}
