import { addDays, startOfDayInSaoPaulo, todayInSaoPaulo } from '../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { insertOffer } from './custom-offers-store.server.ts'
import type { ProposalsDeps } from './deps.ts'
import { offerMachine } from './domain/custom-offer.ts'
import { namesPerson } from './domain/names-person.ts'
import { customOfferSent } from './messages.ts'
import { type OfferText, type OfferTextRefusal, parseOffer } from './parse-offer.ts'

export interface OfferToSend extends OfferText {
  /** The confirmed e-mail address of the customer's account. */
  email: string
  /** User id of the staff member who sends it. */
  by: string
  /** A UUID, by default a new one: the same form, which has it, sent twice is one offer. */
  offerId?: string | undefined
}

export type SendRefusal =
  | OfferTextRefusal
  | 'unknown_customer'
  /** The title, a line or the notation names its customer, or a CPF. */
  | 'names_customer'
  /** The same form was sent before. */
  | 'repeated'

/**
 * Creates a custom offer for one customer and notifies them, in the caller's transaction. The text is parsed once, here: later changes of
 * the catalogue or of the parser do not affect existing offers. Its words are copied to the ledger, the provider and the daily figures,
 * which outlive an erasure, its notation to the team's log: they may name a service, but never the customer.
 *
 * @returns refused with `unknown_customer` for an address without a confirmed account, with `names_customer`, and as `parseOffer` refuses
 */
export async function sendCustomOffer(
  tx: Transaction,
  { email, by, offerId: given, ...text }: OfferToSend,
  { clock, newId, send, identity, links }: Omit<ProposalsDeps, 'database'>,
): Promise<Outcome<{ offerId: string }, SendRefusal>> {
  const now = clock.now()
  const parsed = parseOffer(text, todayInSaoPaulo(now))
  if (!parsed.ok) return parsed
  const customer = await identity.accountOf(tx, email)
  if (!customer) return refuse('unknown_customer')
  const { serviceTitle, ...terms } = parsed.value
  const { paymentType, priceText, cashPriceText = '', validUntil } = text
  const { userId } = customer
  const words = [terms.title ?? '', ...terms.lines, paymentType, priceText, cashPriceText]
  if (words.some((each) => namesPerson(each, customer))) return refuse('names_customer')
  const offer = {
    ...terms,
    userId,
    paymentType,
    priceText,
    validUntil,
    status: offerMachine.initial,
    createdBy: by,
    createdAt: now,
  }
  const offerId = given ?? newId()
  if (!(await insertOffer(tx, { ...offer, id: offerId }))) return refuse('repeated')
  const link = links.customOffer(offerId)
  const message = customOfferSent({
    ...terms,
    title: terms.title ?? serviceTitle,
    customer,
    validUntil,
    link,
  })
  await send(tx, {
    to: customer.email,
    channel: 'email',
    kind: 'custom-offer.sent',
    userId,
    ...message,
    about: [offerId],
    // Two offers a week: another one may wait beyond its last day.
    notAfter: new Date(startOfDayInSaoPaulo(addDays(validUntil, 1)).getTime() - 1),
  })
  return ok({ offerId })
}
