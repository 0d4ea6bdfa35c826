import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lockOffer, updateOffer } from './custom-offers-store.server.ts'
import type { ProposalsDeps } from './deps.ts'
import { offerMachine } from './domain/custom-offer.ts'
import { type CustomOffer, customOfferFrom } from './read-custom-offers.ts'

/** Reads the offer of this customer, locked until the caller's transaction ends: concurrent acceptances block. */
export async function lockCustomOffer(
  tx: Transaction,
  which: { offerId: string; userId: string },
  { clock }: Pick<ProposalsDeps, 'clock'>,
): Promise<CustomOffer | undefined> {
  const row = await lockOffer(tx, which)
  return row && customOfferFrom(row, todayInSaoPaulo(clock.now()))
}

/** Marks an offer that the caller has locked as accepted. @throws when its status does not allow it */
export async function acceptCustomOffer(
  tx: Transaction,
  { offer, orderId }: { offer: CustomOffer; orderId: string },
  { clock }: Pick<ProposalsDeps, 'clock'>,
): Promise<void> {
  const { id, currentStatus } = offer
  const moved = currentStatus === 'expired' ? undefined : offerMachine.move(currentStatus, 'accepted')
  if (!moved?.ok) throw new Error(`offer ${id} is ${currentStatus}`)
  await updateOffer(tx, id, { status: moved.value, orderId, acceptedAt: clock.now() })
}
