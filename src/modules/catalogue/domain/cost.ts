import { daysBetween, type IsoDate, monthsBetween } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { RatePeriod } from '../../../core/payment-terms.ts'
import { type PaymentTerms, type Plan, planTotal } from './plan.ts'
import { schedule } from './schedule.ts'

/** The price next to a service's name: `cash` for the cash price, `from` when its variants differ. In centavos. */
export type PriceTag = { kind: 'cash' | 'from'; amount: Centavos }

/** Undefined for a service that is priced on request. */
export function priceTag({ plans }: { plans: readonly Plan[] }): PriceTag | undefined {
  const cash = plans.filter(({ id, cashPlanId }) => id === cashPlanId).map(({ total }) => total)
  if (cash.length === 0) return undefined
  return { kind: cash.length > 1 ? 'from' : 'cash', amount: Math.min(...cash) }
}

/** A plan's surcharge over the cash price. `percent` of the cash price, one decimal. */
export type Difference = { amount: Centavos; percent: number }

/** The implied interest rate of a plan, in percent with two decimals; `yearly` is the effective annual rate. */
export type ImpliedRate = { percent: number; period: RatePeriod; yearly: number }

/** The cost disclosure required before hiring (CDC arts. 52 and 54-B). Amounts in centavos. */
export type PlanCost = {
  cashPrice: Centavos
  entry: Centavos
  count: number
  total: Centavos
  difference: Difference
  /** Absent for a single payment. */
  rate?: ImpliedRate
}

/**
 * The total cost of a plan compared with the cash price of the same service.
 *
 * @param chosen with a chosen due day the first instalment is due earlier or later, and the rate is computed from the
 *   actual dates
 */
export function planCost(
  service: { plans: readonly Plan[] },
  plan: Plan,
  chosen?: { today: IsoDate; dueDay: number },
): PlanCost {
  const { total, count, entry = 0 } = plan
  const cashPrice = cashPriceOf(service, plan)
  const rate = impliedRate(plan, cashPrice, chosen)
  return {
    cashPrice,
    entry,
    count,
    total,
    difference: differenceToCash(service, plan),
    ...(rate && { rate }),
  }
}

export function differenceToCash(service: { plans: readonly Plan[] }, plan: Plan): Difference {
  const cashPrice = cashPriceOf(service, plan)
  const amount = plan.total - cashPrice
  return { amount, percent: Math.round((amount / cashPrice) * 1000) / 10 }
}

/**
 * Result of comparing a plan's total with the other plans of its service and variant. `lowest` is strictly below every
 * other: on a tie no plan has it. `tied` is a cash plan for whose price there is another plan.
 */
export type PriceMark = 'more' | 'same_as_cash' | 'only' | 'lowest' | 'tied'

export function priceMark(service: { plans: readonly Plan[] }, plan: Plan): PriceMark {
  if (differenceToCash(service, plan).amount > 0) return 'more'
  if (plan.id !== plan.cashPlanId) return 'same_as_cash'
  const others = service.plans.filter(({ id, cashPlanId }) => cashPlanId === plan.id && id !== plan.id)
  if (others.length === 0) return 'only'
  return others.every(({ total }) => total > plan.total) ? 'lowest' : 'tied'
}

/**
 * The rate at which the present value of the payments on the day of hiring equals the cash price. Card instalments
 * without an entry count from the next month, when the first card bill is due.
 */
export function impliedRate(
  terms: PaymentTerms,
  cashPrice: Centavos,
  chosen?: { today: IsoDate; dueDay: number },
): ImpliedRate | undefined {
  if (terms.cadence === 'once') return undefined
  if (chosen) return rateOver(periodsUntil(terms, chosen), terms, cashPrice)
  const known = regularRates.get(terms)
  if (known?.cashPrice === cashPrice) return known.rate
  const rate = rateOver(regularPeriods(terms), terms, cashPrice)
  regularRates.set(terms, { cashPrice, rate })
  return rate
}

/**
 * The rates of plans by their regular dates. Cached, because every service page and every contract needs them, and computing one takes a
 * thousand powers.
 */
const regularRates = new WeakMap<PaymentTerms, { cashPrice: Centavos; rate: ImpliedRate }>()

function rateOver(periods: readonly number[], terms: PaymentTerms, cashPrice: Centavos): ImpliedRate {
  const rate = solveRate(terms, cashPrice, periods)
  const [period, perYear] = terms.cadence === 'weekly' ? (['week', 52] as const) : (['month', 12] as const)
  return { percent: percentage(rate), period, yearly: percentage((1 + rate) ** perYear - 1) }
}

function cashPriceOf(service: { plans: readonly Plan[] }, plan: Plan): Centavos {
  const cash = service.plans.find(({ id }) => id === plan.cashPlanId)
  if (!cash) throw new Error(`plan ${plan.id} has no cash plan`)
  return cash.total
}

/** Bisection: the present value decreases monotonically with the rate. */
function solveRate(terms: PaymentTerms, cashPrice: Centavos, periods: readonly number[]): number {
  if (planTotal(terms) <= cashPrice) return 0
  let low = 0
  let high = 10
  for (let round = 0; round < 100; round++) {
    const middle = (low + high) / 2
    if (presentValue(terms, middle, periods) > cashPrice) low = middle
    else high = middle
  }
  return low
}

function presentValue(terms: PaymentTerms, rate: number, periods: readonly number[]): number {
  return terms.instalments.reduce(
    (value, amount, index) => value + amount / (1 + rate) ** (periods[index] ?? 0),
    terms.entry ?? 0,
  )
}

/** Weeks or months from the day of hiring to each instalment. */
function regularPeriods({ entry, method, instalments }: PaymentTerms): number[] {
  const isFirstDueToday = entry === undefined && method === 'pix'
  return instalments.map((_, index) => index + (isFirstDueToday ? 0 : 1))
}

function periodsUntil(terms: PaymentTerms, { today, dueDay }: { today: IsoDate; dueDay: number }): number[] {
  const rows = schedule({ plan: terms, today, dueDay }).filter(({ kind }) => kind !== 'entrada')
  return rows.map(({ dueDate }) =>
    terms.cadence === 'weekly' ? daysBetween(today, dueDate) / 7 : monthsBetween(today, dueDate),
  )
}

function percentage(rate: number): number {
  return Math.round(rate * 10_000) / 100
}
