import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lockOffer, updateOffer } from './custom-offers-store.server.ts'
import type { ProposalsDeps } from './deps.ts'
import { offerMachine } from './domain/custom-offer.ts'

/**
 * Withdraws an offer, in the caller's transaction. Of a concurrent acceptance and withdrawal exactly one succeeds.
 *
 * @returns refused with `illegal_move` for an offer that is already accepted or withdrawn
 */
export async function withdrawCustomOffer(
  tx: Transaction,
  { offerId, by }: { offerId: string; by: string },
  { clock }: Pick<ProposalsDeps, 'clock'>,
): Promise<Outcome<void, 'not_found' | 'illegal_move'>> {
  const offer = isUuid(offerId) ? await lockOffer(tx, { offerId }) : undefined
  if (!offer) return refuse('not_found')
  const moved = offerMachine.move(offer.status, 'withdrawn')
  if (!moved.ok) return moved
  await updateOffer(tx, offerId, { status: moved.value, withdrawnBy: by, withdrawnAt: clock.now() })
  return ok(undefined)
}
