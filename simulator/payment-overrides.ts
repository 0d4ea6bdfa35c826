import { type ApprovedAmounts, accredit, type Decision, invalidTransition, type Payment } from './payments.ts'

/** Approves a payment that has expired or was cancelled, as if a bank transferred the money late. Refuses any other payment. */
export function approveLate(payment: Payment, at: Date, amounts: ApprovedAmounts): Decision {
  if (payment.status !== 'cancelled') return invalidTransition(payment, 'approved')
  return { ok: true, payment: accredit(payment, at, amounts) }
}

/** Creates a duplicate payment, approved at once: the payer's bank sends the same money twice. */
export function duplicatePayment(
  payment: Payment,
  { id, at, amounts }: { id: number; at: Date; amounts: ApprovedAmounts },
): Payment {
  const duplicate: Payment = {
    ...payment,
    id,
    amount: amounts.paid,
    paidAmount: null,
    fee: null,
    refunds: [],
    createdAt: at.toISOString(),
    approvedAt: null,
    expiresAt: null,
    idempotencyKey: null,
  }
  return accredit(duplicate, at, amounts)
}

/** Sets any status, including unknown ones, from any other; `approved` is a full approval with its time and fee. */
export function setStatus(
  payment: Payment,
  {
    status,
    detail,
    at,
    amounts,
  }: { status: string; detail: string | undefined; at: Date; amounts: ApprovedAmounts },
): Payment {
  const updated = status === 'approved' ? accredit(payment, at, amounts) : payment
  return { ...updated, status, statusDetail: detail ?? updated.statusDetail, updatedAt: at.toISOString() }
}
