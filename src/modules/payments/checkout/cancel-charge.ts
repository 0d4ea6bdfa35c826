import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { type ChargeRow, findCharge, lockCharge, moveCharge } from '../charges/store.server.ts'
import { type PaymentsDeps, providerNamed } from '../deps.ts'
import { chargeMachine, wasPaid } from '../domain/charge.ts'
import { settleCharge } from '../settlement/settle.ts'

/**
 * Withdraws a charge nobody has paid yet, at the provider first. What was paid a moment before is settled instead and
 * refused as `already_paid`.
 *
 * @param userId given when a person asks: then the charge must be theirs
 */
export async function cancelCharge(
  deps: PaymentsDeps,
  { chargeId, userId }: { chargeId: string; userId?: string },
): Promise<Outcome<void, 'not_found' | 'already_paid' | 'unavailable'>> {
  const charge = await findCharge(deps.database, chargeId)
  if (!charge || (userId !== undefined && charge.userId !== userId)) return refuse('not_found')
  if (charge.settledAt) return refuse('already_paid')

  const asked = await providerNamed(deps.providers, charge.provider).cancel(charge)
  const isLost = !asked.ok && asked.code === 'not_found' && charge.providerId !== null
  if (!asked.ok && (isLost || asked.code === 'unavailable' || asked.code === 'rate_limited')) {
    return refuse('unavailable', asked.detail)
  }
  // Closed, or nothing to close any more: whatever it has become is asked for and written down.
  const settled = await settleCharge(deps, { chargeId, cause: 'cancel' })
  if (settled.kind === 'unavailable') return refuse('unavailable')
  const status = await forget(deps, chargeId)
  return status !== undefined && wasPaid(status) ? refuse('already_paid') : ok(undefined)
}

/** Where the provider has nothing to close, the intent is closed here. */
function forget(deps: PaymentsDeps, chargeId: string): Promise<ChargeRow['status'] | undefined> {
  return deps.database.transaction(async (tx) => {
    const charge = await lockCharge(tx, chargeId)
    if (!charge || !chargeMachine.canMove(charge.status, 'cancelled')) return charge?.status
    await moveCharge(tx, { charge, to: 'cancelled', cause: 'cancel', change: { payer: null } }, deps)
    return 'cancelled'
  })
}
