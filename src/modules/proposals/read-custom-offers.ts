import { type IsoDate, todayInSaoPaulo } from '../../core/calendar.ts'
import { isUuid } from '../../core/ids.ts'
import type { Centavos } from '../../core/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type PaymentTerms, type ServiceId, serviceOf, type VariantId } from '../catalogue/public.ts'
import { type OfferRow, selectOffer, selectSentOffers } from './custom-offers-store.server.ts'
import type { ProposalsDeps } from './deps.ts'
import { type CurrentOfferStatus, currentStatusOf } from './domain/custom-offer.ts'

/** An offer to a single customer. Its terms are fixed when it is sent; later changes of the catalogue do not affect it. */
export interface CustomOffer {
  id: string
  userId: string
  serviceId: ServiceId
  variant: VariantId | null
  /** Its own title, otherwise the title of the service. */
  title: string
  /** Lines included in addition to the service. */
  lines: readonly string[]
  terms: PaymentTerms
  cashPrice: Centavos
  /** Entry and instalments together. */
  total: Centavos
  /** Last day to accept. DATE in America/Sao_Paulo. */
  validUntil: IsoDate
  currentStatus: CurrentOfferStatus
  /** The order created by accepting it. */
  orderId: string | null
}

type Deps = Pick<ProposalsDeps, 'database' | 'clock'>

/** One offer to this customer, in any status; undefined when it is unknown or another customer's. */
export async function customOfferOf(
  { database, clock }: Deps,
  { offerId, userId }: { offerId: string; userId: string },
): Promise<CustomOffer | undefined> {
  const row = isUuid(offerId) ? await selectOffer(database, { offerId, userId }) : undefined
  return row && customOfferFrom(row, todayInSaoPaulo(clock.now()))
}

/** The offers this customer can still accept, soonest expiry first. */
export async function customOffersOf(
  { database, clock }: Deps,
  { userId }: { userId: string },
): Promise<CustomOffer[]> {
  const today = todayInSaoPaulo(clock.now())
  const rows = await selectSentOffers(database, { userId, today })
  return rows.map((row) => customOfferFrom(row, today))
}

/**
 * Whether a message of ours that waited for the morning is still valid: its offer has not been withdrawn. For an offer that
 * is accepted by then, the message still documents what was accepted, also in the journal that a restored back-up is
 * compared with.
 */
export async function isMessageValid(
  executor: Executor,
  { kind, about: [offerId = ''] }: { kind: string; about: readonly string[] },
): Promise<boolean> {
  if (kind !== 'custom-offer.sent') return true
  const offer = await selectOffer(executor, { offerId })
  return offer !== undefined && offer.status !== 'withdrawn'
}

/** Maps a row; `today` determines whether it has expired. */
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
    currentStatus: currentStatusOf(row, today),
    orderId,
  }
}
