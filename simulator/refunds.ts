import { isCarriedOut, type Payment, type Refund } from './payments.ts'

export type RefundDecision = { ok: true; payment: Payment; refund: Refund } | { ok: false; message: string }

const pixRefundWindowMs = 90 * 24 * 60 * 60 * 1000

/**
 * Refunds the remaining amount (`amount` undefined) or a part of it, in centavos. Refuses a payment that is neither
 * approved nor in mediation, more than the remaining amount, and a Pix approved over 90 days ago.
 *
 * @param ends leaves the refund in process until then; its amount is not refunded before
 */
export function refundPayment(
  payment: Payment,
  {
    id,
    amount,
    at,
    idempotencyKey,
    ends,
  }: {
    id: number
    amount: number | undefined
    at: Date
    idempotencyKey: string | null
    ends?: Refund['ends']
  },
): RefundDecision {
  if (!isRefundable(payment)) {
    return { ok: false, message: 'The action requested is not valid for the current payment state' }
  }
  const age = at.getTime() - Date.parse(payment.approvedAt ?? payment.createdAt)
  if (payment.method === 'pix' && age > pixRefundWindowMs) {
    return { ok: false, message: 'A pix can be refunded within 90 days of its approval' }
  }
  const remaining = paidOf(payment) - refundedOf(payment) - totalOf(payment.refunds.filter(isInProcess))
  const refunded = amount ?? remaining
  if (refunded > remaining || refunded <= 0)
    return { ok: false, message: 'Refund amount exceeds what is left of the payment' }
  const refund: Refund = {
    id,
    amount: refunded,
    createdAt: at.toISOString(),
    idempotencyKey,
    ...(ends && { status: 'in_process', ends }),
  }
  return { ok: true, refund, payment: withRefunds(payment, [...payment.refunds, refund], at) }
}

/** Decides a refund in process. Money that is no longer the seller's is not refunded. */
export function endRefund(payment: Payment, id: number, as: 'approved' | 'rejected', at: Date): Payment {
  const status = isRefundable(payment) ? as : 'rejected'
  const refunds = payment.refunds.map((refund) => (refund.id === id ? { ...refund, status } : refund))
  return withRefunds(payment, refunds, at)
}

/** Decides the refunds in process whose time has come. Returns the payment unchanged when there are none. */
export function endDueRefunds(payment: Payment, now: Date): Payment {
  return payment.refunds.reduce((ended, { id, ends, ...refund }) => {
    const isDue = isInProcess({ id, ...refund }) && ends?.at && Date.parse(ends.at) <= now.getTime()
    return isDue ? endRefund(ended, id, ends.as, now) : ended
  }, payment)
}

export const isInProcess = ({ status }: Refund): boolean => status === 'in_process'

const isRefundable = ({ status }: Payment) => status === 'approved' || status === 'in_mediation'

function withRefunds(payment: Payment, refunds: Refund[], at: Date): Payment {
  const updated = { ...payment, refunds, updatedAt: at.toISOString() }
  const refunded = refundedOf(updated)
  if (refunded === 0 || !isRefundable(payment)) return updated
  const isFullyRefunded = refunded === paidOf(payment)
  return {
    ...updated,
    status: isFullyRefunded ? 'refunded' : payment.status,
    statusDetail: isFullyRefunded ? 'refunded' : 'partially_refunded',
  }
}

/** Returns the amount refunded so far, in centavos. */
export const refundedOf = (payment: Payment): number => totalOf(payment.refunds.filter(isCarriedOut))

const totalOf = (refunds: readonly Refund[]) => refunds.reduce((total, { amount }) => total + amount, 0)

/** Returns the amount paid, in centavos; before an approval, the requested amount. */
export const paidOf = (payment: Payment): number => payment.paidAmount ?? payment.amount

/** Returns the net amount received, in centavos: the amount paid less the fee, refunds not deducted. */
export const netOf = (payment: Payment): number => (payment.paidAmount ?? 0) - (payment.fee ?? 0)
