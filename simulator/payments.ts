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
  /** Centavos. */
  amount: number
  createdAt: string
  /** Absent where somebody gave it back at the provider's panel. */
  idempotencyKey: string | null
}

/** What an approval brings, in centavos. */
export interface Receipt {
  paid: number
  /** What the provider keeps of it. */
  fee: number
}

/** A payment as it is kept: money in centavos, instants as ISO text in UTC. A change makes a new row. */
export interface Payment {
  id: number
  method: 'pix' | 'card'
  /** One of `PaymentStatus`, or whatever the lever `status` was given. */
  status: string
  statusDetail: string
  /** What was asked, in centavos. */
  amount: number
  /** What was really paid, in centavos: `amount`, unless a fault or a lever said otherwise. */
  paidAmount: number | null
  /** What the provider keeps, in centavos; like `paidAmount` fixed at the first approval. */
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
  /** The key it was asked for with; money that nobody asked for has none. */
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
 * What somebody other than the seller does to a payment; the seller's own acts are `cancelBySeller` and refunds.
 * The receipt says what an approval brings: what was asked, unless a fault or a lever says otherwise.
 */
export function act(
  payment: Payment,
  action: PaymentAction,
  at: Date,
  receipt: Receipt = { paid: payment.amount, fee: 0 },
): Decision {
  const { status, detail } = results[action]
  const decision = move(payment, status, detail, at)
  return decision.ok && action === 'approve'
    ? { ok: true, payment: accredit(payment, at, receipt) }
    : decision
}

/** The payment approved, whatever it was before; its first approval fixes the moment, the amount and the fee. */
export function accredit(payment: Payment, at: Date, { paid, fee }: Receipt): Payment {
  return {
    ...payment,
    status: 'approved',
    statusDetail: payment.refunds.length > 0 ? 'partially_refunded' : 'accredited',
    paidAmount: payment.paidAmount ?? paid,
    fee: payment.fee ?? fee,
    approvedAt: payment.approvedAt ?? at.toISOString(),
    updatedAt: at.toISOString(),
  }
}

/** `PUT /v1/payments/{id}` with `cancelled`: pending or in_process only. */
export function cancelBySeller(payment: Payment, at: Date): Decision {
  if (payment.status !== 'pending' && payment.status !== 'in_process') return refused(payment, 'cancelled')
  return move(payment, 'cancelled', 'by_collector', at)
}

/** A pending payment whose time is over. */
export function isOverdue(payment: Payment, now: Date): boolean {
  return (
    payment.status === 'pending' &&
    payment.expiresAt !== null &&
    Date.parse(payment.expiresAt) <= now.getTime()
  )
}

/** The actions a payment in this status takes: what the page offers as buttons. */
export function actionsFor(payment: Payment): PaymentAction[] {
  return paymentActions.filter((action) => {
    if (!mayBecome(payment, results[action].status)) return false
    return action !== 'expire' || payment.expiresAt !== null
  })
}

/** Where each status may go. */
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

/** A status nobody has heard of leads nowhere. */
const mayBecome = (payment: Payment, status: PaymentStatus): boolean =>
  Object.hasOwn(transitions, payment.status) && transitions[payment.status as PaymentStatus].includes(status)

const results: Record<PaymentAction, { status: PaymentStatus; detail: string }> = {
  approve: { status: 'approved', detail: 'accredited' },
  reject: { status: 'rejected', detail: 'cc_rejected_other_reason' },
  cancel: { status: 'cancelled', detail: 'by_payer' },
  expire: { status: 'cancelled', detail: 'expired' },
  review: { status: 'in_process', detail: 'pending_review_manual' },
  mediate: { status: 'in_mediation', detail: 'pending' },
  chargeback: { status: 'charged_back', detail: 'in_process' },
}

function move(payment: Payment, status: PaymentStatus, statusDetail: string, at: Date): Decision {
  if (!mayBecome(payment, status)) return refused(payment, status)
  return { ok: true, payment: { ...payment, status, statusDetail, updatedAt: at.toISOString() } }
}

export const refused = (payment: Payment, status: PaymentStatus): Decision => ({
  ok: false,
  message: `payment ${payment.id} is ${payment.status} (${payment.statusDetail}) and cannot become ${status}`,
})
