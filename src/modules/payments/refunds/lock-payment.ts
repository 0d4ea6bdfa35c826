import type { Transaction } from '../../../platform/database/database.ts'
import { lockCharge } from '../charges/store.server.ts'
import { lockInstalmentsOf } from '../instalments/store.server.ts'
import { findPayment, lockPayment, type PaymentRow } from '../payments/store.server.ts'

/** Locks a payment with its charge and instalments, in the global lock order: charge, instalments, payment. */
export async function lockPaymentAndClaims(
  tx: Transaction,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const found = await findPayment(tx, paymentId)
  if (!found) return undefined
  if (found.chargeId) await lockCharge(tx, found.chargeId)
  await lockInstalmentsOf(tx, { chargeId: found.chargeId, paymentId })
  return lockPayment(tx, paymentId)
}
