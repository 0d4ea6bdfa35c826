import type { IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type {
  Cadence,
  DeadlineKind,
  InstalmentKind,
  PaymentMethod,
  RatePeriod,
} from '../../../core/payment-terms.ts'

/** One row of what will be paid, under the name a person reads. */
export interface OfferPayment {
  /** 0 for the entry, instalments from 1. */
  number: number
  kind: InstalmentKind
  label: string
  amount: Centavos
  dueDate: IsoDate
  method: PaymentMethod
}

/**
 * What is offered, frozen: taken on the server from the catalogue or from a custom offer, written into the contract, stored beside its
 * acceptance. What a browser sends never enters it, except the ids that chose it.
 */
export interface OfferSnapshot {
  serviceId: string
  serviceTitle: string
  variant: string | null
  planId: string
  planLabel: string
  /** The payment type in words. */
  paymentType: string
  cadence: Cadence
  cashPrice: Centavos
  entry: Centavos
  /** Number of instalments, the entry not counted. */
  count: number
  total: Centavos
  difference: { amount: Centavos; percent: number }
  rate: { percent: number; period: RatePeriod; yearly: number } | null
  promise: string
  deadline: { kind: DeadlineKind; days: number }
  specification: readonly string[]
  steps: readonly { name: string; description: string }[]
  payments: readonly OfferPayment[]
}
