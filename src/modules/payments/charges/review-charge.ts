import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { lockCharge, updateCharge } from './store.server.ts'

/** Marks a charge that the provider refused as reviewed by the team. Refuses `not_failed` for any other charge. */
export async function reviewCharge(
  tx: Transaction,
  { chargeId }: { chargeId: string },
  { clock }: Pick<PaymentsDeps, 'clock'>,
): Promise<Outcome<null, 'not_failed'>> {
  const charge = await lockCharge(tx, chargeId)
  if (charge?.status !== 'failed' || charge.reviewedAt) return refuse('not_failed')
  await updateCharge(tx, chargeId, { reviewedAt: clock.now() })
  return ok(null)
}
