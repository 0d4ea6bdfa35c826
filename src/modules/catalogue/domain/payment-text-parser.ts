import { allocate, type Centavos, parseBRL } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Cadence } from '../../../core/payment-terms.ts'
import type { PaymentTerms } from './plan.ts'

export type PaymentTextRefusal =
  | 'invalid_price'
  | 'invalid_count'
  | 'entry_exceeds_price'
  /** Every fortnight, quarter, year or day, or 'a cada': a plan is paid every week or every month. */
  | 'cadence_unread'

/** More than ten years of monthly instalments is treated as a typing error. */
export const MAX_INSTALMENTS = 120

/**
 * The rules of section 9, first match wins: 'semanal' (20 unless stated, always PIX), 'mensal' (12),
 * 'entrada R$ x + Nx R$ y' (monthly), 'parcelado' or 'Nx' (5, monthly), anything else a single PIX payment today.
 * 'N vezes' and 'N parcelas' are 'Nx'.
 * Stated amounts are kept, because they may include a surcharge; if they are just the price divided and
 * rounded, the price is allocated instead, so that the instalments add up to it.
 *
 * Refuses an unreadable amount ('invalid_price'), 0 or more than 120 instalments ('invalid_count'), an
 * entry that is not less than the price ('entry_exceeds_price') and another cadence ('cadence_unread').
 */
export function parsePaymentTerms(input: {
  paymentType: string
  priceText: string
}): Outcome<PaymentTerms, PaymentTextRefusal> {
  const { paymentType, priceText } = input
  // Separated, or '6x' before 'R$ 2.500,00' would be parsed as six payments of the whole price.
  const text = `${paymentType} | ${priceText}`
  const price = parseBRL(priceText)
  if (hasUnreadableAmount(text)) return refuse('invalid_price', text)
  if (unreadCadence.test(text)) return refuse('cadence_unread', text)
  const entry = readEntry(text)
  const stated = readInstalments(text)
  const method = /cart[ãa]o/i.test(paymentType) ? 'credit_card' : 'pix'
  const amounts = { price, entry, each: stated?.each }

  if (/seman(?:al|ais)/i.test(text)) {
    return terms({ ...amounts, cadence: 'weekly', method: 'pix', times: stated?.times ?? 20 })
  }
  if (/mens(?:al|ais)/i.test(text)) {
    return terms({ ...amounts, cadence: 'monthly', method, times: stated?.times ?? 12 })
  }
  // With or without an entry: that is the only difference between 'entrada R$ x + Nx R$ y' and 'Nx R$ y'.
  if (stated || /parcelado/i.test(text)) {
    return terms({ ...amounts, cadence: 'monthly', method, times: stated?.times ?? 5 })
  }
  if (price === undefined || price <= 0) return refuse('invalid_price', priceText)
  return ok({ cadence: 'once', method: 'pix', instalments: [price] })
}

function terms(input: {
  cadence: Exclude<Cadence, 'once'>
  method: PaymentTerms['method']
  times: number
  price: Centavos | undefined
  entry: Centavos | undefined
  each: Centavos | undefined
}): Outcome<PaymentTerms, PaymentTextRefusal> {
  const { cadence, method, times, price, entry, each } = input
  if (times < 1 || times > MAX_INSTALMENTS) return refuse('invalid_count', String(times))
  if (entry === 0 || each === 0) return refuse('invalid_price', 'an amount of zero')
  const common = { cadence, method, ...(entry !== undefined && { entry }) }
  const rest = price === undefined ? undefined : price - (entry ?? 0)
  const roundedFrom = rest !== undefined && each !== undefined && Math.abs(each * times - rest) < times
  if (each !== undefined && !roundedFrom) {
    return ok({ ...common, instalments: Array.from({ length: times }, () => each) })
  }
  if (rest === undefined) return refuse('invalid_price')
  if (rest <= 0) return entry === undefined ? refuse('invalid_price') : refuse('entry_exceeds_price')
  if (rest < times) return refuse('invalid_price', 'less than a centavo for each instalment')
  return ok({ ...common, instalments: allocate(rest, times) })
}

/** Digits and separators after R$; `parseBRL` validates them. */
const AMOUNT = String.raw`R\$\s*([\d.,]*\d)`

/** '12 vezes', '12 parcelas mensais'. */
const IN_WORDS = String.raw`(?:vezes|parcelas|presta[çc][õo]es)(?:\s+mensais|\s+semanais)?\b`

/**
 * '12x', '12 x' or '12×', also directly before an amount ('12xR$ 199,90'), and in words; not '2xícaras'.
 */
const TIMES = String.raw`(?<![\d.,])(\d{1,4})\s*(?:×|x(?!(?!r\$)[a-zà-ú])|${IN_WORDS})`

/** Cadences that no plan has: taken for another one, a customer would be charged on other days than were agreed. */
const unreadCadence =
  /quinzen|bimestr|trimestr|semestr|\banua(?:l|is)\b|di[áa]ri[ao]|a cada|seman(?!al|ais)|\b(?:por|todos? os?|todo) (?:dia|ano)/i

/** 'R$ 99.90' or 'R$ 1,500': refused, because guessing an amount of money is unsafe. */
function hasUnreadableAmount(text: string): boolean {
  return [...text.matchAll(new RegExp(AMOUNT, 'gi'))].some(
    ([, amount = '']) => parseBRL(amount) === undefined,
  )
}

/** Whether a text states an entry: 'sem entrada' says that there is none. */
export function statesEntry(text: string): boolean {
  return /entrada/i.test(text.replace(/sem\s+entrada/gi, ''))
}

/** 'entrada R$ 400,00', 'entrada de R$ 400', or 'R$ 400,00 + 20x'. */
function readEntry(text: string): Centavos | undefined {
  const match =
    new RegExp(String.raw`entrada\s*(?:de\s*)?${AMOUNT}`, 'i').exec(text) ??
    new RegExp(String.raw`${AMOUNT}\s*\+\s*\d+\s*(?:[x×]|${IN_WORDS})`, 'i').exec(text)
  return match?.[1] === undefined ? undefined : parseBRL(match[1])
}

/** '20x R$ 99,90' or '20 x de R$ 99,90' anywhere in the text; else '20x' alone. */
function readInstalments(text: string): { times: number; each: Centavos | undefined } | undefined {
  const match =
    new RegExp(String.raw`${TIMES}\s*(?:de\s*)?${AMOUNT}`, 'i').exec(text) ??
    new RegExp(TIMES, 'i').exec(text)
  if (!match) return undefined
  return { times: Number(match[1]), each: match[2] === undefined ? undefined : parseBRL(match[2]) }
}
