import { type IsoDate, todayInSaoPaulo } from '../../core/calendar.ts'
import { isUuid } from '../../core/ids.ts'
import type { Centavos } from '../../core/money.ts'
import { type PaymentTerms, type ServiceId, serviceOf, type VariantId } from '../catalogue/public.ts'
import { type OfferRow, selectOffer, selectSentOffers } from './custom-offers-store.server.ts'
import type { ProposalsDeps } from './deps.ts'
import { type OfferStanding, standingOf } from './domain/custom-offer.ts'

/** What is offered to one customer alone: the terms are those of the day it was sent, whatever becomes of the catalogue. */
export interface CustomOffer {
  id: string
  userId: string
  serviceId: ServiceId
  variant: VariantId | null
  /** Its own, or that of the service. */
  title: string
  /** What it includes besides the service, a sentence each. */
  lines: readonly string[]
  terms: PaymentTerms
  cashPrice: Centavos
  /** Entry and instalments together. */
  total: Centavos
  /** Last day to accept. DATE in America/Sao_Paulo. */
  validUntil: IsoDate
  standing: OfferStanding
  /** The order it became. */
  orderId: string | null
}

type Deps = Pick<ProposalsDeps, 'database' | 'clock'>

/** One offer to this customer, however it stands; undefined for an unknown one and for another person's. */
export async function customOfferOf(
  { database, clock }: Deps,
  { offerId, userId }: { offerId: string; userId: string },
): Promise<CustomOffer | undefined> {
  const row = isUuid(offerId) ? await selectOffer(database, { offerId, userId }) : undefined
  return row && customOfferFrom(row, todayInSaoPaulo(clock.now()))
}

/** The offers this customer may still accept, the one that ends first at the top. */
export async function customOffersOf(
  { database, clock }: Deps,
  { userId }: { userId: string },
): Promise<CustomOffer[]> {
  const today = todayInSaoPaulo(clock.now())
  const rows = await selectSentOffers(database, { userId, today })
  return rows.map((row) => customOfferFrom(row, today))
}

/** A row as its reader knows it on a day. */
export function customOfferFrom(row: OfferRow, today: IsoDate): CustomOffer {
  const { id, userId, serviceId, variant, lines, terms, cashPrice, total, validUntil, orderId } = row
  return {
    id,
    userId,
    serviceId,
    variant,
    title: row.title ?? serviceOf(serviceId).title,
    lines,
    terms,
    cashPrice,
    total,
    validUntil,
    standing: standingOf(row, today),
    orderId,
  }
}
