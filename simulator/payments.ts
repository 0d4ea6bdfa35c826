export type PaymentStatus =
  | 'pending'
  | 'in_process'
  | 'authorized'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'in_mediation'
  | 'refunded'
  | 'charged_back'

export interface Payer {
  email: string | null
  first_name: string | null
  last_name: string | null
  identification: { type: 'CPF' | 'CNPJ'; number: string } | null
}

export interface Refund {
  id: number
  /** In centavos. */
  amount: number
  createdAt: string
  /** Absent for a refund made in the provider's dashboard. */
  idempotencyKey: string | null
  /** Absent for a refund that was carried out at once, like any without the fault `slowRefunds`. */
  status?: RefundStatus
  /** When a refund in process is decided, and how; null: when a control decides it. */
  ends?: { at: string | null; as: 'approved' | 'rejected' }
}

type RefundStatus = 'in_process' | 'approved' | 'rejected'

/** Amounts of an approval, in centavos. */
export interface ApprovedAmounts {
  paid: number
  /** Part of `paid` that the provider keeps. */
  fee: number
}

/** Stored payment: money in centavos, instants as ISO text in UTC. Immutable: a change creates a new row. */
export interface Payment {
  id: number
  method: 'pix' | 'card'
  /** One of `PaymentStatus`, or an unknown status set by the control `status`. */
  status: string
  statusDetail: string
  /** The requested amount, in centavos. */
  amount: number
  /** The amount paid, in centavos: `amount`, unless a fault or a control changed it. */
  paidAmount: number | null
  /** The provider's fee, in centavos; fixed at the first approval, like `paidAmount`. */
  fee: number | null
  installments: number
  description: string | null
  externalReference: string | null
  notificationUrl: string | null
  payer: Payer
  metadata: Record<string, unknown>
  refunds: Refund[]
  qrCode: string | null
  createdAt: string
  updatedAt: string
  approvedAt: string | null
  expiresAt: string | null
  /** Idempotency key of the request that created it; null for card payments and unsolicited ones. */
  idempotencyKey: string | null
}

export const paymentActions = [
  'approve',
  'reject',
  'cancel',
  'expire',
  'review',
  'mediate',
  'chargeback',
] as const
export type PaymentAction = (typeof paymentActions)[number]

export type Decision = { ok: true; payment: Payment } | { ok: false; message: string }

/**
 * Applies an action of the payer, the bank or the provider; the seller's own are `cancelBySeller` and refunds. `amounts` are
 * those of an approval: the requested amount without a fee, unless a fault or a control changes it.
 */
export function applyAction(
  payment: Payment,
  action: PaymentAction,
  at: Date,
  amounts: ApprovedAmounts = { paid: payment.amount, fee: 0 },
): Decision {
  const { status, detail } = actionResults[action]
  const decision = transition(payment, status, detail, at)
  return decision.ok && action === 'approve'
    ? { ok: true, payment: accredit(payment, at, amounts) }
    : decision
}

export const isCarriedOut = ({ status = 'approved' }: Refund): boolean => status === 'approved'

/** Approves the payment from any status; its first approval sets the time, the amount and the fee permanently. */
export function accredit(payment: Payment, at: Date, { paid, fee }: ApprovedAmounts): Payment {
  return {
    ...payment,
    status: 'approved',
    statusDetail: payment.refunds.some(isCarriedOut) ? 'partially_refunded' : 'accredited',
    paidAmount: payment.paidAmount ?? paid,
    fee: payment.fee ?? fee,
    approvedAt: payment.approvedAt ?? at.toISOString(),
    updatedAt: at.toISOString(),
  }
}

/** Handles `PUT /v1/payments/{id}` with `cancelled`: allowed for pending and in_process only. */
export function cancelBySeller(payment: Payment, at: Date): Decision {
  if (payment.status !== 'pending' && payment.status !== 'in_process')
    return invalidTransition(payment, 'cancelled')
  return transition(payment, 'cancelled', 'by_collector', at)
}

/** Checks whether a pending payment is past its expiry. */
export function isPastExpiry(payment: Payment, now: Date): boolean {
  return (
    payment.status === 'pending' &&
    payment.expiresAt !== null &&
    Date.parse(payment.expiresAt) <= now.getTime()
  )
}

/** Returns the actions that the status of this payment allows; the page shows them as buttons. */
export function actionsFor(payment: Payment): PaymentAction[] {
  return paymentActions.filter((action) => {
    if (!canTransition(payment, actionResults[action].status)) return false
    return action !== 'expire' || payment.expiresAt !== null
  })
}

/** Allowed transitions from each status. */
export const transitions: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['in_process', 'approved', 'cancelled', 'rejected'],
  in_process: ['approved', 'rejected', 'cancelled'],
  authorized: ['approved', 'cancelled'],
  approved: ['refunded', 'charged_back', 'in_mediation'],
  in_mediation: ['approved', 'refunded'],
  rejected: [],
  cancelled: [],
  refunded: [],
  charged_back: [],
}

/** Checks whether a transition is allowed. An unknown status allows none. */
const canTransition = (payment: Payment, status: PaymentStatus): boolean =>
  Object.hasOwn(transitions, payment.status) && transitions[payment.status as PaymentStatus].includes(status)

const actionResults: Record<PaymentAction, { status: PaymentStatus; detail: string }> = {
  approve: { status: 'approved', detail: 'accredited' },
  reject: { status: 'rejected', detail: 'cc_rejected_other_reason' },
  cancel: { status: 'cancelled', detail: 'by_payer' },
  expire: { status: 'cancelled', detail: 'expired' },
  review: { status: 'in_process', detail: 'pending_review_manual' },
  mediate: { status: 'in_mediation', detail: 'pending' },
  chargeback: { status: 'charged_back', detail: 'in_process' },
}

function transition(payment: Payment, status: PaymentStatus, statusDetail: string, at: Date): Decision {
  if (!canTransition(payment, status)) return invalidTransition(payment, status)
  return { ok: true, payment: { ...payment, status, statusDetail, updatedAt: at.toISOString() } }
}

export const invalidTransition = (payment: Payment, status: PaymentStatus): Decision => ({
  ok: false,
  message: `payment ${payment.id} is ${payment.status} (${payment.statusDetail}) and cannot become ${status}`,
})
