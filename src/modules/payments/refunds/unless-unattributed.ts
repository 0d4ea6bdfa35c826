import { type Outcome, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { findCredit } from '../credits/store.server.ts'
import { lockInstalments } from '../instalments/store.server.ts'
import { lockPayment } from '../payments/store.server.ts'
import { refundsOfPayment } from './store.server.ts'

/**
 * Refuses the use of a credit while returned money of its payment has no stated purpose: it may have been the credit's. The
 * payment is locked before that is read, and before it the instalments that the credit is used for, in the order of all locks.
 */
export function refuseWhileUnattributed<
  I extends { creditId: string; instalmentIds?: readonly string[] },
  D,
  T,
  C extends string,
>(use: (tx: Transaction, input: I, deps: D) => Promise<Outcome<T, C>>) {
  return async (tx: Transaction, input: I, deps: D): Promise<Outcome<T, C | 'unattributed_return'>> => {
    const { creditId, instalmentIds = [] } = input
    if (instalmentIds.length > 0) await lockInstalments(tx, instalmentIds)
    const credit = await findCredit(tx, creditId)
    if (credit) await lockPayment(tx, credit.paymentId)
    const refunds = credit ? await refundsOfPayment(tx, credit.paymentId) : []
    if (refunds.some(({ unattributed, status }) => unattributed > 0 && status === 'done'))
      return refuse('unattributed_return')
    return use(tx, input, deps)
  }
}
