import type { Centavos } from '../../../core/money.ts'
import { hasMoneyArrived, type PaymentState } from './payment-state.ts'

/** What an adapter cannot read without doubt in a payment whose money it can read. */
export type ReadingDoubt =
  /** The fee: the money is booked without it. */
  | 'fee_unreadable'
  /** The time of approval: the money is booked on the day it is found. */
  | 'approval_unreadable'

/** What is in doubt about a report. Its money is booked; a person looks at the rest. */
export type ReportDoubt =
  | ReadingDoubt
  /** The amount of a payment that is already in our books is another one now. The books keep the first. */
  | 'amount_changed'
  /** Amounts that contradict each other or the status: refunded beyond the amount, a fee beyond it. */
  | 'illegal_amounts'
  /** Its status is that no money came, and yet it has a time of approval. */
  | 'approved_without_money'
  /** It says to be approved in the future, or before its charge existed. */
  | 'doubtful_date'

/** The amounts of a report, and which of them can be believed. */
interface ReportedAmounts {
  state: PaymentState | undefined
  approvedAt?: Date | undefined
  amount: Centavos
  refunded: Centavos
  fee: Centavos
  doubts?: readonly ReadingDoubt[] | undefined
}

/** What our books know of the payment. */
interface KnownAmounts {
  amount: Centavos
  refunded: Centavos
  fee: Centavos
  receivedAt: Date | null
}

/** What to record, each amount legal beside the others and the state, and the doubts about what was reported. */
export interface BelievedAmounts {
  state: PaymentState | undefined
  amount: Centavos
  refunded: Centavos
  fee: Centavos
  doubts: readonly ReportDoubt[]
}

/**
 * Decides which reported amounts are believed. One that contradicts the others is not: then the known amount stays, so that
 * nothing is refunded or charged in our books that nobody moved. The provider's figure remains a difference of the close.
 */
export function believedAmounts(known: KnownAmounts, reported: ReportedAmounts): BelievedAmounts {
  const { state } = reported
  const isBooked = known.receivedAt !== null
  const amount = isBooked ? known.amount : reported.amount
  const isRefundLegal = isLegalRefund(state, { amount, refunded: reported.refunded })
  const isFeeReadable = !reported.doubts?.includes('fee_unreadable')
  const isFeeLegal = reported.fee >= 0 && reported.fee <= amount
  return {
    // Refunded, and yet not wholly: the money came, and nobody knows what went.
    state: state === 'refunded' && !isRefundLegal ? 'approved' : state,
    amount,
    // Money that came back does not go away again.
    refunded: Math.min(amount, isRefundLegal ? Math.max(known.refunded, reported.refunded) : known.refunded),
    fee: isFeeReadable && isFeeLegal ? reported.fee : known.fee,
    doubts: [
      ...(isRefundLegal && reported.refunded < known.refunded ? (['illegal_amounts'] as const) : []),
      ...(isBooked && reported.amount !== known.amount ? (['amount_changed'] as const) : []),
      ...(isRefundLegal && (isFeeLegal || !isFeeReadable) ? [] : (['illegal_amounts'] as const)),
      ...(state && !hasMoneyArrived(state) && reported.approvedAt
        ? (['approved_without_money'] as const)
        : []),
      ...(reported.doubts ?? []),
    ],
  }
}

/** Whether the refunded amount can be true beside the status: all of it when refunded, not all when approved, none before. */
function isLegalRefund(
  state: PaymentState | undefined,
  { amount, refunded }: { amount: Centavos; refunded: Centavos },
): boolean {
  if (refunded < 0 || refunded > amount) return false
  if (state === 'refunded') return refunded === amount
  if (state === 'approved') return refunded < amount || amount === 0
  return hasMoneyArrived(state) || refunded === 0
}

/** A provider's clock may be ahead of the database's by this much, in milliseconds. */
const clockTolerance = 5 * 60_000

/** Whether an instant can already have been, by the database's clock. */
export function isPast(instant: Date, now: Date): boolean {
  return instant.getTime() <= now.getTime() + clockTolerance
}

/**
 * When money was received, for the day of the books: the approval that the provider states, unless that is in the future or
 * before its charge existed. Then it is the moment at which the database learns of it.
 *
 * @param notBefore when the charge was made; undefined for an unmatched payment
 * @param now of the database
 */
export function receivedAtOf({
  approvedAt,
  notBefore,
  now,
}: {
  approvedAt: Date | null | undefined
  notBefore: Date | undefined
  now: Date
}): { at: Date; doubts: readonly 'doubtful_date'[] } {
  if (!approvedAt) return { at: now, doubts: [] }
  const isTooEarly = notBefore !== undefined && approvedAt.getTime() < notBefore.getTime() - clockTolerance
  const isBelieved = isPast(approvedAt, now) && !isTooEarly
  return isBelieved ? { at: approvedAt, doubts: [] } : { at: now, doubts: ['doubtful_date'] }
}
