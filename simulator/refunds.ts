import type { Payment, Refund } from './payments.ts'

export type RefundDecision = { ok: true; payment: Payment; refund: Refund } | { ok: false; message: string }

const pixRefundWindowMs = 90 * 24 * 60 * 60 * 1000

/**
 * Gives back all that is left (`amount` undefined) or a part, in centavos. Refuses a payment that is not approved
 * or in mediation, more than what is left, and a Pix approved over 90 days ago.
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
  const left = paidOf(payment) - refundedOf(payment)
  const given = amount ?? left
  if (given > left) return { ok: false, message: 'Refund amount exceeds what is left of the payment' }
  const refund: Refund = { id, amount: given, createdAt: at.toISOString(), idempotencyKey }
  const isWhole = given === left
  return {
    ok: true,
    refund,
    payment: {
      ...payment,
      refunds: [...payment.refunds, refund],
      status: isWhole ? 'refunded' : payment.status,
      statusDetail: isWhole ? 'refunded' : 'partially_refunded',
      updatedAt: at.toISOString(),
    },
  }
}

/** Centavos given back so far. */
export const refundedOf = (payment: Payment): number =>
  payment.refunds.reduce((total, refund) => total + refund.amount, 0)

/** Centavos really paid, or asked while nothing was paid. */
export const paidOf = (payment: Payment): number => payment.paidAmount ?? payment.amount

/** Centavos that reached the seller: what was paid less the fee; refunds do not lessen it. */
export const netOf = (payment: Payment): number => (payment.paidAmount ?? 0) - (payment.fee ?? 0)
