import type { Payment, Refund } from './payments.ts'

export type RefundDecision = { ok: true; payment: Payment; refund: Refund } | { ok: false; message: string }

const pixRefundWindowMs = 90 * 24 * 60 * 60 * 1000

/**
 * Refunds the remaining amount (`amount` undefined) or a part of it, in centavos. Refuses a payment that is neither
 * approved nor in mediation, more than the remaining amount, and a Pix approved over 90 days ago.
 */
export function refundPayment(
  payment: Payment,
  {
    id,
    amount,
    at,
    idempotencyKey,
  }: { id: number; amount: number | undefined; at: Date; idempotencyKey: string | null },
): RefundDecision {
  if (payment.status !== 'approved' && payment.status !== 'in_mediation') {
    return { ok: false, message: 'The action requested is not valid for the current payment state' }
  }
  const age = at.getTime() - Date.parse(payment.approvedAt ?? payment.createdAt)
  if (payment.method === 'pix' && age > pixRefundWindowMs) {
    return { ok: false, message: 'A pix can be refunded within 90 days of its approval' }
  }
  const remaining = paidOf(payment) - refundedOf(payment)
  const refunded = amount ?? remaining
  if (refunded > remaining) return { ok: false, message: 'Refund amount exceeds what is left of the payment' }
  const refund: Refund = { id, amount: refunded, createdAt: at.toISOString(), idempotencyKey }
  const isFullyRefunded = refunded === remaining
  return {
    ok: true,
    refund,
    payment: {
      ...payment,
      refunds: [...payment.refunds, refund],
      status: isFullyRefunded ? 'refunded' : payment.status,
      statusDetail: isFullyRefunded ? 'refunded' : 'partially_refunded',
      updatedAt: at.toISOString(),
    },
  }
}

/** Returns the amount refunded so far, in centavos. */
export const refundedOf = (payment: Payment): number =>
  payment.refunds.reduce((total, refund) => total + refund.amount, 0)

/** Returns the amount paid, in centavos; before an approval, the requested amount. */
export const paidOf = (payment: Payment): number => payment.paidAmount ?? payment.amount

/** Returns the net amount received, in centavos: the amount paid less the fee, refunds not deducted. */
export const netOf = (payment: Payment): number => (payment.paidAmount ?? 0) - (payment.fee ?? 0)
