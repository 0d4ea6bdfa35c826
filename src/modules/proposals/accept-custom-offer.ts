import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lockOffer, updateOffer } from './custom-offers-store.server.ts'
import type { ProposalsDeps } from './deps.ts'
import { offerMachine } from './domain/custom-offer.ts'
import { type CustomOffer, customOfferFrom } from './read-custom-offers.ts'

/** The offer of this customer, held until the caller's transaction ends: whoever accepts it too waits here. */
export async function holdCustomOffer(
  tx: Transaction,
  which: { offerId: string; userId: string },
  { clock }: Pick<ProposalsDeps, 'clock'>,
): Promise<CustomOffer | undefined> {
  const row = await lockOffer(tx, which)
  return row && customOfferFrom(row, todayInSaoPaulo(clock.now()))
}

/** An offer that the caller holds became an order. @throws when its standing was not looked at before */
export async function acceptCustomOffer(
  tx: Transaction,
  { offer, orderId }: { offer: CustomOffer; orderId: string },
  { clock }: Pick<ProposalsDeps, 'clock'>,
): Promise<void> {
  const { id, standing } = offer
  const moved = standing === 'expired' ? undefined : offerMachine.move(standing, 'accepted')
  if (!moved?.ok) throw new Error(`offer ${id} is ${standing}`)
  await updateOffer(tx, id, { status: moved.value, orderId, acceptedAt: clock.now() })
}
