import type { Transaction } from '../../../platform/database/database.ts'
import { lockPayment, type PaymentRow } from '../payments/store.server.ts'
import { type CreditRow, findCredit, lockOpenCredit } from './store.server.ts'

/**
 * Locks an open credit and its payment; undefined when the credit is not open. Credits only change under the lock of
 * their payment, so the payment is locked first.
 */
export async function lockCreditAndPayment(
  tx: Transaction,
  creditId: string,
): Promise<{ payment: PaymentRow; credit: CreditRow } | undefined> {
  const found = await findCredit(tx, creditId)
  const payment = found && (await lockPayment(tx, found.paymentId))
  const credit = await lockOpenCredit(tx, creditId)
  return payment && credit && { payment, credit }
}
