import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type ChargeRow, findCharge, lockCharge, moveCharge } from '../charges/store.server.ts'
import { type PaymentsDeps, providerNamed } from '../deps.ts'
import { chargeMachine, wasPaid } from '../domain/charge.ts'
import { hasUnknownStatus } from '../payments/store.server.ts'
import { settleCharge } from '../settlement/settle.ts'

/**
 * Cancels an unpaid charge, at the provider first. A charge that was paid just before is settled instead and refused as
 * `already_paid`. A charge that may have been paid, because a payment of it is set aside or has an unknown status, is left unchanged
 * and refused as `undecided`: a retry is useless until the provider reports more or the team resolves that payment, which is an open
 * item.
 */
export async function cancelCharge(
  deps: PaymentsDeps,
  { chargeId }: { chargeId: string },
): Promise<Outcome<void, 'not_found' | 'already_paid' | 'undecided' | 'unavailable'>> {
  const charge = await findCharge(deps.database, chargeId)
  if (!charge) return refuse('not_found')
  // A card page that was paid can be paid again, and may have another attempt under review: both are closed.
  if (charge.settledAt && charge.preferenceId === null) return refuse('already_paid')

  const answer = await providerNamed(deps.providers, charge.provider).cancel(charge)
  // If the provider issued the charge and now reports it missing, that answer is not trusted.
  const isIssued = charge.providerId !== null || charge.preferenceId !== null
  const isMissing = !answer.ok && answer.code === 'not_found' && isIssued
  if (!answer.ok && (isMissing || answer.code === 'unavailable' || answer.code === 'rate_limited')) {
    return refuse('unavailable', answer.detail)
  }
  // Cancelled, or no longer cancellable: its current state is fetched and recorded.
  const settled = await settleCharge(deps, { chargeId, cause: 'cancel' })
  if (settled.kind === 'unavailable') return refuse('unavailable')
  // Refused, perhaps because of money that cannot be booked yet. If the charge were shown as cancelled, the customer
  // would pay a second time.
  if (!answer.ok && settled.kind === 'set_aside') return refuse('undecided')
  if (!answer.ok && answer.code === 'unreadable') {
    // Clear again: only that answer was not, and the charge is still payable at the provider.
    const isUnclear = await hasUnknownStatus(deps.database, chargeId)
    return isUnclear ? refuse('undecided') : refuse('unavailable', answer.detail)
  }
  const status = await markCancelled(deps, chargeId)
  return status !== undefined && wasPaid(status) ? refuse('already_paid') : ok(undefined)
}

/** Has a job cancel an unpaid charge, and try again until its provider answers; one that was paid meanwhile stays paid. */
export function requestCancellation(
  tx: Transaction,
  { chargeId }: { chargeId: string },
  { enqueue }: Pick<PaymentsDeps, 'enqueue'>,
): Promise<void> {
  return enqueue(tx, 'charges.cancel', { chargeId })
}

/** Marks a charge as cancelled when the provider has no open payment for it. */
function markCancelled(deps: PaymentsDeps, chargeId: string): Promise<ChargeRow['status'] | undefined> {
  return deps.database.transaction(async (tx) => {
    const charge = await lockCharge(tx, chargeId)
    if (!charge || !chargeMachine.canMove(charge.status, 'cancelled')) return charge?.status
    await moveCharge(tx, { charge, to: 'cancelled', cause: 'cancel', change: { payer: null } }, deps)
    return 'cancelled'
  })
}
