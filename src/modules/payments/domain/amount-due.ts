import { nextBusinessDay } from '../../../core/business-days.ts'
import { addMonths, daysBetween, type IsoDate } from '../../../core/calendar.ts'
import {
  CONSUMER_LATE_FEE_PERCENT,
  LATE_FEE_PERCENT,
  LATE_INTEREST_PERCENT_MONTH,
} from '../../../core/commitments.ts'
import { documentKind } from '../../../core/documento.ts'
import type { Centavos } from '../../../core/money.ts'
import type { ChargeMethod } from './charge.ts'
import type { RatePeriod } from './instalment.ts'
import { type AmountParts, amountOf } from './settlement.ts'

/** What the owner turned on. Percentages in hundredths of a percent: 200 is 2 %. */
export interface DueTerms {
  /** Once, of the instalment; 0 is none. */
  lateFee: number
  /** A month of 30 days, pro rata die; 0 is none. */
  lateInterest: number
  /** Whether paying early takes the plan's own interest off. */
  earlyPayoff: boolean
}

export type PayerKind = 'person' | 'company'

export interface DueInstalment {
  amount: Centavos
  dueDate: IsoDate
  /** Of its plan, in hundredths of a percent a period; none at cash price. */
  rate?: number | null
  ratePeriod?: RatePeriod | null
  paymentMethod?: ChargeMethod
}

/** What an instalment costs on a day, part by part, and what the parts come to. */
export interface AmountDue extends AmountParts {
  total: Centavos
  /** The due date, or the next business day: the last on which nothing is added. */
  effectiveDueDate: IsoDate
  /** Of arrears, from the due date itself; 0 up to the effective one. */
  days: number
}

/**
 * The most that may ever be charged, whatever the owner configured, in hundredths of a percent: of a person 2 % (CDC
 * art. 52 §1) and 1 % a month; of a company what the contract says.
 */
export const lateCaps: Record<PayerKind, Pick<DueTerms, 'lateFee' | 'lateInterest'>> = {
  person: { lateFee: CONSUMER_LATE_FEE_PERCENT * 100, lateInterest: LATE_INTEREST_PERCENT_MONTH * 100 },
  company: { lateFee: LATE_FEE_PERCENT * 100, lateInterest: LATE_INTEREST_PERCENT_MONTH * 100 },
}

/** Whoever is not known to be a company is protected like a person. */
export function payerKindOf(documento: string): PayerKind {
  return documentKind(documento) === 'cnpj' ? 'company' : 'person'
}

/**
 * What is to be paid for an instalment on a day in São Paulo.
 *
 * Late: up to the next business day after a due date without banks nothing is added. After that the fee, once, and the
 * interest of every day since the ORIGINAL due date: the roll gives a day more to whoever uses it and moves no date.
 * Each is rounded half up by itself: 199,90 at 12 days is 4,00 + 0,80.
 *
 * Early: an instalment due after today is worth its present value at its plan's rate (CDC art. 52 §2), rounded half up.
 * A card's instalments are not: its one purchase goes on being paid month by month.
 */
export function amountDue({
  instalment,
  on,
  terms,
  payerKind,
}: {
  instalment: DueInstalment
  on: IsoDate
  terms: DueTerms
  payerKind: PayerKind
}): AmountDue {
  const { amount, dueDate } = instalment
  const effectiveDueDate = nextBusinessDay(dueDate)
  const days = on > effectiveDueDate ? daysBetween(dueDate, on) : 0
  const cap = lateCaps[payerKind]
  const parts = {
    amount,
    lateFee: days > 0 ? share(amount, Math.min(terms.lateFee, cap.lateFee)) : 0,
    interest: share(amount, Math.min(terms.lateInterest, cap.lateInterest) * days, 30),
    discount: terms.earlyPayoff ? earlyDiscount(instalment, on) : 0,
  }
  return { ...parts, total: amountOf(parts), effectiveDueDate, days }
}

/** Hundredths of a percent of an amount, by one division of integers: a half stays a half and goes up. */
function share(amount: Centavos, hundredths: number, parts = 1): Centavos {
  return Math.round((amount * hundredths) / (10_000 * parts))
}

function earlyDiscount(instalment: DueInstalment, on: IsoDate): Centavos {
  const { amount, dueDate, rate, ratePeriod, paymentMethod } = instalment
  if (!rate || !ratePeriod || paymentMethod === 'credit_card' || dueDate <= on) return 0
  const wait = ratePeriod === 'week' ? daysBetween(on, dueDate) / 7 : monthsBetween(on, dueDate)
  return amount - Math.round(amount / (1 + rate / 10_000) ** wait)
}

/** Whole months, and the days left as a part of the month they fall in: a plan's own dates are whole months apart. */
function monthsBetween(from: IsoDate, to: IsoDate): number {
  let whole = 0
  while (addMonths(from, whole + 1) <= to) whole++
  const [start, end] = [addMonths(from, whole), addMonths(from, whole + 1)]
  return whole + daysBetween(start, to) / daysBetween(start, end)
}
