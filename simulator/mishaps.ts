import { accredit, type Decision, type Payment, type Receipt, refused } from './payments.ts'

/** A bank delivers after the payment was given up: only what expired or was cancelled. */
export function approveLate(payment: Payment, at: Date, receipt: Receipt): Decision {
  if (payment.status !== 'cancelled') return refused(payment, 'approved')
  return { ok: true, payment: accredit(payment, at, receipt) }
}

/** The payer's bank sends the same money once more: a payment of its own, approved at once. */
export function payAgain(
  payment: Payment,
  { id, at, receipt }: { id: number; at: Date; receipt: Receipt },
): Payment {
  const again: Payment = {
    ...payment,
    id,
    amount: receipt.paid,
    paidAmount: null,
    fee: null,
    refunds: [],
    createdAt: at.toISOString(),
    approvedAt: null,
    expiresAt: null,
    idempotencyKey: null,
  }
  return accredit(again, at, receipt)
}

/** Any status at all, whatever the payment was before; approved is a real approval, with its moment and its fee. */
export function setStatus(
  payment: Payment,
  { status, detail, at, receipt }: { status: string; detail: string | undefined; at: Date; receipt: Receipt },
): Payment {
  const moved = status === 'approved' ? accredit(payment, at, receipt) : payment
  return { ...moved, status, statusDetail: detail ?? moved.statusDetail, updatedAt: at.toISOString() }
}
