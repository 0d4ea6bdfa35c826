import type { IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type {
  Cadence,
  DeadlineKind,
  InstalmentKind,
  PaymentMethod,
  RatePeriod,
} from '../../../core/payment-terms.ts'

/** One row of the payment schedule, with its displayed label. */
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
 * An immutable snapshot of an offer, taken on the server from the catalogue or from a custom offer, written into the
 * contract and stored with its acceptance. The browser contributes only ids.
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
  /** Number of instalments, without the entry. */
  count: number
  total: Centavos
  difference: { amount: Centavos; percent: number }
  rate: { percent: number; period: RatePeriod; yearly: number } | null
  promise: string
  deadline: { kind: DeadlineKind; days: number }
  specification: readonly string[]
  steps: readonly { name: string; description: string }[]
  /** The due day that the customer chose: of the month (1 to 28) or of the week (0 is Sunday). Absent without a choice. */
  dueDay?: number
  payments: readonly OfferPayment[]
}
