import type { InstalmentStatus } from './instalment.ts'
import { hasMoneyArrived, type PaymentState } from './payment-state.ts'

/**
 * How much of an order's money remains. `returned`: some was paid, and all of it was refunded or taken by a bank.
 * `unpaid`: nothing is paid.
 */
export type Funding = 'funded' | 'returned' | 'unpaid'

/**
 * @param instalments of the order, each with the state of the payment that paid it, whether it was waived, and whether a bank has
 *   its money by our books: a later status without money, or an unknown one, does not bring it back
 */
export function fundingFrom(
  instalments: readonly {
    status: InstalmentStatus
    paymentState: PaymentState | null
    isTaken?: boolean
    isWaived?: boolean
  }[],
): Funding {
  const paid = instalments.filter(({ status }) => status === 'paid')
  const isRefunded = instalments.some(({ status }) => status === 'refunded')
  const isThere = paid.filter(
    ({ paymentState, isTaken = false }) =>
      paymentState !== 'charged_back' && !(isTaken && !hasMoneyArrived(paymentState ?? undefined)),
  )
  // A waived amount no longer counts once the payment that it was waived with has been refunded.
  if (isThere.some(({ isWaived = false }) => !isWaived || !isRefunded)) return 'funded'
  return paid.length > 0 || isRefunded ? 'returned' : 'unpaid'
}
