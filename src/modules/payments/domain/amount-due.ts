import { nextBusinessDay } from '../../../core/business-days.ts'
import { daysBetween, type IsoDate, monthsBetween } from '../../../core/calendar.ts'
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

/** The owner's configuration. Percentages in hundredths of a percent: 200 is 2 %. */
export interface DueTerms {
  /** Charged once, on the instalment's amount; 0 is none. */
  lateFee: number
  /** Per month of 30 days, accrued daily; 0 is none. */
  lateInterest: number
  /** Whether paying early deducts the plan's interest. */
  earlyPayoff: boolean
}

export type PayerKind = 'person' | 'company'

export interface DueInstalment {
  amount: Centavos
  dueDate: IsoDate
  /** Due date in the contract, for a postponed instalment. */
  postponedFrom?: IsoDate | null
  /** The plan's rate in hundredths of a percent per period; null or absent at cash price. */
  rate?: number | null
  ratePeriod?: RatePeriod | null
  paymentMethod?: ChargeMethod
}

/** The amount due for an instalment on a day: its components and their total. */
export interface AmountDue extends AmountParts {
  total: Centavos
  /** The due date rolled to a business day: the last day without late charges. */
  effectiveDueDate: IsoDate
  /** Days overdue, counted from the original due date; 0 up to the effective one. */
  days: number
}

/**
 * Legal caps in hundredths of a percent, whatever the owner configures: for a person those of the law (CDC art. 52 §1), for a
 * company the contract's terms.
 */
export const lateCaps: Record<PayerKind, Pick<DueTerms, 'lateFee' | 'lateInterest'>> = {
  person: { lateFee: CONSUMER_LATE_FEE_PERCENT * 100, lateInterest: LATE_INTEREST_PERCENT_MONTH * 100 },
  company: { lateFee: LATE_FEE_PERCENT * 100, lateInterest: LATE_INTEREST_PERCENT_MONTH * 100 },
}

/** A payer with an unknown or missing document counts as a person, who has the stronger legal protection. */
export function payerKindOf(documento: string): PayerKind {
  return documentKind(documento) === 'cnpj' ? 'company' : 'person'
}

/**
 * Computes the amount due for an instalment on a day in São Paulo.
 *
 * Late: an instalment whose due date is not a business day can be paid on the next business day without late charges.
 * After that the late fee applies once, and interest accrues for every day since the ORIGINAL due date: the roll extends
 * the time to pay, it does not move the due date. Each is rounded half up separately: 199,90 at 12 days is 4,00 + 0,80.
 *
 * Early: an instalment due in the future costs its present value at its plan's rate (CDC art. 52 §2), rounded half up.
 * For a postponed instalment the contract's due date counts: a postponement costs nothing and earns no discount. Card
 * instalments have no discount: the single purchase is still paid to the issuer month by month.
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

/**
 * Returns a share of an amount, given in hundredths of a percent. A single integer division keeps halves exact, and
 * they round up.
 */
function share(amount: Centavos, hundredths: number, parts = 1): Centavos {
  return Math.round((amount * hundredths) / (10_000 * parts))
}

function earlyDiscount(instalment: DueInstalment, on: IsoDate): Centavos {
  const { amount, rate, ratePeriod, paymentMethod } = instalment
  const dueDate = instalment.postponedFrom ?? instalment.dueDate
  if (!rate || !ratePeriod || paymentMethod === 'credit_card' || dueDate <= on) return 0
  const periods = ratePeriod === 'week' ? daysBetween(on, dueDate) / 7 : monthsBetween(on, dueDate)
  return amount - Math.round(amount / (1 + rate / 10_000) ** periods)
}
