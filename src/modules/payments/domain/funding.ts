import type { InstalmentStatus } from './instalment.ts'
import type { PaymentState } from './payment-state.ts'

/**
 * How much of an order's money remains. `returned`: some was paid, and all of it was refunded or taken by a bank.
 * `unpaid`: nothing is paid.
 */
export type Funding = 'funded' | 'returned' | 'unpaid'

/** @param instalments of the order, each with the state of the payment that paid it */
export function fundingFrom(
  instalments: readonly { status: InstalmentStatus; paymentState: PaymentState | null }[],
): Funding {
  const paid = instalments.filter(({ status }) => status === 'paid')
  if (paid.some(({ paymentState }) => paymentState !== 'charged_back')) return 'funded'
  const isReturned = paid.length > 0 || instalments.some(({ status }) => status === 'refunded')
  return isReturned ? 'returned' : 'unpaid'
}
