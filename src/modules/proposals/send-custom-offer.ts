import { todayInSaoPaulo } from '../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { insertOffer } from './custom-offers-store.server.ts'
import type { ProposalsDeps } from './deps.ts'
import { offerMachine } from './domain/custom-offer.ts'
import { drawUpOffer, type OfferText, type OfferTextRefusal } from './draw-up-offer.ts'
import { customOfferSent } from './messages.ts'

export interface OfferToSend extends OfferText {
  /** The confirmed address of the customer's account. */
  email: string
  /** Who of the team sends it. */
  by: string
}

export type SendRefusal = OfferTextRefusal | 'unknown_customer'

/**
 * Offers a service to one customer under terms of their own and writes to them, in the caller's transaction. What the
 * text says is parsed here, once: later changes of the catalogue or of the parser change no offer.
 *
 * @returns refused with `unknown_customer` for an address without a confirmed account, and as `drawUpOffer` refuses
 */
export async function sendCustomOffer(
  tx: Transaction,
  { email, by, ...text }: OfferToSend,
  { clock, newId, send, identity, links }: Omit<ProposalsDeps, 'database'>,
): Promise<Outcome<{ offerId: string }, SendRefusal>> {
  const now = clock.now()
  const drawn = drawUpOffer(text, todayInSaoPaulo(now))
  if (!drawn.ok) return drawn
  const customer = await identity.accountOf(tx, email)
  if (!customer) return refuse('unknown_customer')
  const { serviceTitle, ...terms } = drawn.value
  const { paymentType, priceText, validUntil } = text
  const { userId } = customer
  const offerId = newId()
  await insertOffer(tx, {
    ...terms,
    id: offerId,
    userId,
    paymentType,
    priceText,
    validUntil,
    status: offerMachine.initial,
    createdBy: by,
    createdAt: now,
  })
  const link = links.customOffer(offerId)
  const message = customOfferSent({
    ...terms,
    title: terms.title ?? serviceTitle,
    customer,
    validUntil,
    link,
  })
  await send(tx, { to: customer.email, channel: 'email', kind: 'custom-offer.sent', userId, ...message })
  return ok({ offerId })
}
