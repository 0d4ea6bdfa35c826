import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { findCharge, insertHistory, lockCharge, updateCharge } from './charges-store.server.ts'
import type { PaymentsDeps } from './deps.ts'
import { chargeMachine, wasPaid } from './domain/charge.ts'
import type { ProviderOutcome, ProviderPayment } from './ports.ts'
import { settle, settleReport } from './settle.ts'

/**
 * Withdraws a charge nobody has paid yet, at the provider first. What was paid a moment before is settled instead and
 * refused as `already_paid`. A card's page cannot be withdrawn: only ours forgets it.
 *
 * @param userId given when a person asks: then the charge must be theirs
 */
export async function cancelCharge({
  chargeId,
  userId,
  ...deps
}: { chargeId: string; userId?: string } & Omit<PaymentsDeps, 'enqueue'>): Promise<
  Outcome<void, 'not_found' | 'already_paid' | 'unavailable'>
> {
  const charge = await findCharge(deps.database, chargeId)
  if (!charge || (userId !== undefined && charge.userId !== userId)) return refuse('not_found')
  if (charge.settledAt) return refuse('already_paid')

  const asked = await withdraw(charge, deps.provider)
  if (asked.ok) {
    if (asked.value) await settleReport({ report: asked.value, cause: 'cancel', ...deps })
  } else if (asked.code === 'refused') {
    // Nothing to withdraw any more: paid or over. Whatever it is, it is asked for and written down.
    if ((await settle({ chargeId, cause: 'cancel', ...deps })).kind === 'unavailable')
      return refuse('unavailable')
  } else if (asked.code !== 'not_found') return refuse('unavailable', asked.detail)

  const after = await forget(chargeId, deps)
  return after !== undefined && wasPaid(after) ? refuse('already_paid') : ok(undefined)
}

async function withdraw(
  charge: { method: string; providerId: string | null; reference: string },
  provider: PaymentsDeps['provider'],
): Promise<ProviderOutcome<ProviderPayment | undefined>> {
  if (charge.method === 'credit_card') return { ok: true, value: undefined }
  if (charge.providerId) return provider.cancel(charge.providerId)
  const found = await provider.search({ reference: charge.reference })
  if (!found.ok) return found
  const [newest] = found.value
  return newest ? provider.cancel(newest.providerId) : { ok: true, value: undefined }
}

/** Where the provider has nothing to close, the intent is closed here. */
async function forget(
  chargeId: string,
  { database, clock, newId }: Omit<PaymentsDeps, 'enqueue' | 'provider'>,
) {
  return database.transaction(async (tx) => {
    const charge = await lockCharge(tx, chargeId)
    if (!charge || !chargeMachine.canMove(charge.status, 'cancelled')) return charge?.status
    const at = clock.now()
    await updateCharge(tx, chargeId, { status: 'cancelled', payer: null, checkedAt: at })
    await insertHistory(tx, {
      id: newId(),
      chargeId,
      from: charge.status,
      to: 'cancelled',
      cause: 'cancel',
      at,
    })
    return 'cancelled' as const
  })
}
