import { daysBetween, type IsoDate, isIsoDate } from '../../core/calendar.ts'
import { type Centavos, parseBRL } from '../../core/money.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { hasLetter, oneLine } from '../../core/text.ts'
import {
  contentLimits,
  findService,
  type PaymentTerms,
  type PaymentTextRefusal,
  parsePaymentTerms,
  planTotal,
  type ServiceId,
  statesEntry,
  type VariantId,
} from '../catalogue/public.ts'
import { MAX_CARD_INSTALMENTS, MAX_TITLE_LENGTH, MAX_VALIDITY_DAYS } from './domain/custom-offer.ts'

/** An offer as staff enter it. */
export interface OfferText {
  serviceId: string
  /** Required for a service with different prices for people and companies. */
  variant?: string | undefined
  /** Replaces the title of the service. */
  title?: string | undefined
  /** Lines included in addition to the service. */
  lines?: readonly string[] | undefined
  /** 'entrada R$ 400 + 12x R$ 199,90', 'semanal', 'cartão 6x' (specification, section 9). */
  paymentType: string
  /** 'R$ 1.500,00' */
  priceText: string
  /** Cash price, if it differs from the price: instalments are compared with it (CDC art. 52, V). */
  cashPriceText?: string | undefined
  validUntil: IsoDate
}

export type OfferTextRefusal =
  | PaymentTextRefusal
  | 'unknown_service'
  | 'unknown_variant'
  /** A title or line is too short, too long or contains a CPF: titles appear in e-mails. */
  | 'invalid_words'
  /** 'entrada' without a valid amount. */
  | 'entry_unread'
  /** Less than a real, or so much that it is a typing error: the limits of the catalogue's prices. */
  | 'total_out_of_range'
  /** Missing, more than the total, or different from a single payment. */
  | 'invalid_cash_price'
  /** Cards allow at most 12 instalments. */
  | 'too_many_for_card'
  /** Not a date, in the past, or more than 60 days ahead. */
  | 'invalid_validity'

export interface OfferTerms {
  serviceId: ServiceId
  variant: VariantId | null
  serviceTitle: string
  title: string | null
  lines: string[]
  terms: PaymentTerms
  total: Centavos
  cashPrice: Centavos
}

const MAX_LINE_LENGTH = 200
const MAX_LINES = 10

/** Parses and validates an offer's text. `today` is the day in São Paulo. */
export function parseOffer(text: OfferText, today: IsoDate): Outcome<OfferTerms, OfferTextRefusal> {
  const { serviceId, paymentType, priceText, cashPriceText = priceText, validUntil } = text
  const service = findService(serviceId)
  if (!service) return refuse('unknown_service', serviceId)
  const variant = service.variants?.find(({ id }) => id === text.variant)?.id ?? null
  if (text.variant ? variant === null : service.variants) return refuse('unknown_variant', text.variant)
  const title = text.title === undefined ? null : oneLine(text.title)
  const lines = (text.lines ?? []).map(oneLine)
  if (title !== null && !(hasLetter(title) && fits(title, MAX_TITLE_LENGTH)))
    return refuse('invalid_words', title)
  if (lines.length > MAX_LINES || !lines.every((line) => fits(line, MAX_LINE_LENGTH))) {
    return refuse('invalid_words')
  }
  const days = isIsoDate(validUntil) ? daysBetween(today, validUntil) : -1
  if (days < 0 || days > MAX_VALIDITY_DAYS) return refuse('invalid_validity', validUntil)

  const parsed = parsePaymentTerms({ paymentType, priceText })
  if (!parsed.ok) return parsed
  const terms = parsed.value
  if (terms.entry === undefined && statesEntry(`${paymentType} ${priceText}`)) return refuse('entry_unread')
  if (terms.method === 'credit_card' && terms.instalments.length > MAX_CARD_INSTALMENTS) {
    return refuse('too_many_for_card', String(terms.instalments.length))
  }
  const total = planTotal(terms)
  if (total < contentLimits.price.from || total > contentLimits.price.to) {
    return refuse('total_out_of_range', String(total))
  }
  const cashPrice = parseBRL(cashPriceText)
  if (cashPrice === undefined || cashPrice <= 0 || cashPrice > total) return refuse('invalid_cash_price')
  if (terms.cadence === 'once' && cashPrice !== total) return refuse('invalid_cash_price')
  return ok({
    serviceId: service.id,
    variant,
    serviceTitle: service.title,
    title,
    lines,
    terms,
    total,
    cashPrice,
  })
}

function fits(text: string, maxLength: number): boolean {
  return text.length >= 2 && text.length <= maxLength && !/\d{3}\.?\d{3}\.?\d{3}-?\d{2}/.test(text)
}
