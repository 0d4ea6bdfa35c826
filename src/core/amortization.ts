/**
 * Monthly amortization of a loan under three systems, exact to the centavo. Amounts are integer centavos; the rate is
 * nominal per year, in hundredths of a percent (9,50 % a year = 950), compounded monthly as Brazilian banks quote it.
 */

import { type Centavos, sum } from './money.ts'

export const amortizationSystems = ['sacre', 'price', 'misto'] as const
export type AmortizationSystem = (typeof amortizationSystems)[number]

export interface Loan {
  /** Amount borrowed, in centavos. */
  principal: Centavos
  /** Number of monthly instalments. */
  months: number
  /** Nominal yearly rate in hundredths of a percent. */
  yearlyRate: number
}

export interface AmortizationRow {
  month: number
  payment: Centavos
  interest: Centavos
  amortization: Centavos
  /** Owed after this payment. */
  balance: Centavos
}

/**
 * The amortization table of a loan. Interest is the balance times the monthly rate, rounded half up; the last payment
 * absorbs the rounding, so that the amortizations add up to the principal.
 *
 * - `price`: equal payments.
 * - `misto` (SAM): the mean of Price and of constant amortization (SAC).
 * - `sacre`: the payment is recalculated every twelve months from the balance and the remaining months, so that the
 *   amortization grows; the loan may end a little before the last month.
 */
export function amortize(system: AmortizationSystem, loan: Loan): AmortizationRow[] {
  const paymentOf = { price: pricePayments, misto: mixedPayments, sacre: growingPayments }[system](loan)
  const rows: AmortizationRow[] = []
  let balance = loan.principal
  for (let month = 1; month <= loan.months && balance > 0; month++) {
    const interest = monthlyInterest(balance, loan.yearlyRate)
    const closes = month === loan.months
    const payment = closes ? balance + interest : Math.min(paymentOf(month, balance), balance + interest)
    const amortization = payment - interest
    balance -= amortization
    rows.push({ month, payment, interest, amortization, balance })
  }
  return rows
}

/** Totals of a table in centavos. */
export function totalsOf(rows: readonly AmortizationRow[]): { paid: Centavos; interest: Centavos } {
  return {
    paid: sum(rows.map(({ payment }) => payment)),
    interest: sum(rows.map(({ interest }) => interest)),
  }
}

/** Calculates the payment of a month from the balance before it. */
type PaymentOf = (month: number, balance: Centavos) => Centavos

function pricePayments(loan: Loan): PaymentOf {
  const payment = equalPayment(loan)
  return () => payment
}

function mixedPayments(loan: Loan): PaymentOf {
  const equal = equalPayment(loan)
  const { principal, months, yearlyRate } = loan
  return (month) => {
    const owed = Math.round((principal * (months - month + 1)) / months)
    const constant = Math.round(principal / months) + monthlyInterest(owed, yearlyRate)
    return Math.round((equal + constant) / 2)
  }
}

function growingPayments({ months, yearlyRate }: Loan): PaymentOf {
  let payment = 0
  return (month, balance) => {
    const remaining = months - month + 1
    if ((month - 1) % 12 === 0)
      payment = Math.round(balance / remaining) + monthlyInterest(balance, yearlyRate)
    return payment
  }
}

function equalPayment({ principal, months, yearlyRate }: Loan): Centavos {
  if (yearlyRate === 0) return Math.round(principal / months)
  const rate = yearlyRate / 120_000
  return Math.round((principal * rate) / (1 - (1 + rate) ** -months))
}

/** Integer arithmetic: floating point could round a half centavo the wrong way. */
function monthlyInterest(balance: Centavos, yearlyRate: number): Centavos {
  return Number((BigInt(balance) * BigInt(yearlyRate) * 2n + 120_000n) / 240_000n)
}
