import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { findCharge } from './charges-store.server.ts'
import type { PaymentsDeps } from './deps.ts'
import { wasPaid } from './domain/charge.ts'
import { coveredInstalments } from './instalments-store.server.ts'
import { settle } from './settle.ts'
import { type ChargePayer, type StartRefusal, startCharge } from './start-charge.ts'

/**
 * A new code for what an expired, cancelled or refused charge was to pay. The old one is asked about first: money may
 * have arrived at the last moment, and then there is nothing to renew and the same charge comes back, approved.
 */
export async function renewCharge({
  chargeId,
  viewer,
  ...deps
}: { chargeId: string; viewer: ChargePayer } & PaymentsDeps): Promise<
  Outcome<{ chargeId: string }, StartRefusal>
> {
  const charge = await findCharge(deps.database, chargeId)
  if (!charge || charge.userId !== viewer.id || charge.purpose !== 'instalments') return refuse('not_found')
  const settled = await settle({ chargeId, cause: 'check', ...deps })
  if (settled.kind === 'settled' && wasPaid(settled.status)) return ok({ chargeId })
  const owed = (await coveredInstalments(deps.database, chargeId)).filter(
    ({ status }) => status === 'pending',
  )
  if (owed.length === 0) return refuse('already_paid')
  return startCharge({ viewer, paymentIds: owed.map(({ id }) => id), method: charge.method, ...deps })
}
