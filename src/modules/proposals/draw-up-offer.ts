import { daysBetween, type IsoDate, isIsoDate } from '../../core/calendar.ts'
import { type Centavos, parseBRL } from '../../core/money.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import {
  findService,
  type PaymentTerms,
  type PaymentTextRefusal,
  parsePaymentTerms,
  planTotal,
  type ServiceId,
  type VariantId,
} from '../catalogue/public.ts'
import { LONGEST_VALIDITY, MAX_CARD_INSTALMENTS } from './domain/custom-offer.ts'

/** An offer as a person of the team writes it. */
export interface OfferText {
  serviceId: string
  /** Of a service with one price for people and another for companies. */
  variant?: string | undefined
  /** In place of the title of the service. */
  title?: string | undefined
  /** What is included besides the service. */
  lines?: readonly string[] | undefined
  /** 'entrada R$ 400 + 12x R$ 199,90', 'semanal', 'cartão 6x' (specification, section 9). */
  paymentType: string
  /** 'R$ 1.500,00' */
  priceText: string
  /** What it would cost at once, where that is not the price: instalments are compared with it (CDC art. 52, V). */
  cashPriceText?: string | undefined
  validUntil: IsoDate
}

export type OfferTextRefusal =
  | PaymentTextRefusal
  | 'unknown_service'
  | 'unknown_variant'
  /** A title or a line too short, too long, or with a CPF in it: titles go into e-mails. */
  | 'invalid_words'
  /** 'entrada' is written and no amount was read beside it. */
  | 'entry_unread'
  /** None is written, or it is more than all payments together, or other than a single payment. */
  | 'invalid_cash_price'
  /** The card takes 12 instalments at most. */
  | 'too_many_for_card'
  /** No day, a past one, or one more than 60 days away. */
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

const LONGEST_TITLE = 80
const LONGEST_LINE = 200
const MOST_LINES = 10

/** Reads what was written into what will be offered, or says what cannot be. */
export function drawUpOffer(text: OfferText, today: IsoDate): Outcome<OfferTerms, OfferTextRefusal> {
  const { serviceId, paymentType, priceText, cashPriceText = priceText, validUntil } = text
  const service = findService(serviceId)
  if (!service) return refuse('unknown_service', serviceId)
  const variant = service.variants?.find(({ id }) => id === text.variant)?.id ?? null
  if (text.variant ? variant === null : service.variants) return refuse('unknown_variant', text.variant)
  const title = text.title === undefined ? null : oneLine(text.title)
  const lines = (text.lines ?? []).map(oneLine)
  if (title !== null && !fits(title, LONGEST_TITLE)) return refuse('invalid_words', title)
  if (lines.length > MOST_LINES || !lines.every((line) => fits(line, LONGEST_LINE))) {
    return refuse('invalid_words')
  }
  const days = isIsoDate(validUntil) ? daysBetween(today, validUntil) : -1
  if (days < 0 || days > LONGEST_VALIDITY) return refuse('invalid_validity', validUntil)

  const parsed = parsePaymentTerms({ paymentType, priceText })
  if (!parsed.ok) return parsed
  const terms = parsed.value
  if (terms.entry === undefined && /entrada/i.test(paymentType + priceText)) return refuse('entry_unread')
  if (terms.method === 'credit_card' && terms.instalments.length > MAX_CARD_INSTALMENTS) {
    return refuse('too_many_for_card', String(terms.instalments.length))
  }
  const total = planTotal(terms)
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function fits(text: string, longest: number): boolean {
  return text.length >= 2 && text.length <= longest && !/\d{3}\.?\d{3}\.?\d{3}-?\d{2}/.test(text)
}
