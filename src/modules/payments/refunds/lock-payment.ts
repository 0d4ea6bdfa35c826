import type { Transaction } from '../../../platform/database/database.ts'
import { type ChargeRow, lockCharge } from '../charges/store.server.ts'
import { lockInstalmentsOf } from '../instalments/store.server.ts'
import { findPayment, lockPayment, type PaymentRow, settlingPaymentOf } from '../payments/store.server.ts'
import { findRefund, lockRefund, type RefundRow } from './store.server.ts'

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

/** Locks the payment that settled a charge in the same way; undefined for a charge that is not settled. */
export async function lockSettlingPayment(
  tx: Transaction,
  charge: Pick<ChargeRow, 'provider' | 'providerId' | 'settledAt'>,
): Promise<PaymentRow | undefined> {
  const settling = await settlingPaymentOf(tx, charge)
  return settling && lockPaymentAndClaims(tx, settling.id)
}

/** Locks a refund, after its payment in the same way; undefined for an unknown one. */
export async function lockRefundAndPayment(
  tx: Transaction,
  refundId: string,
): Promise<{ refund: RefundRow; payment: PaymentRow } | undefined> {
  const found = await findRefund(tx, refundId)
  const payment = found && (await lockPaymentAndClaims(tx, found.paymentId))
  const refund = payment && (await lockRefund(tx, refundId))
  return refund && { refund, payment }
}
