import { MINUTE } from '../../../core/durations.ts'
import type { Centavos } from '../../../core/money.ts'
import { chargedBackOf } from './charged-back.ts'
import { hasMoneyArrived, type PaymentState } from './payment-state.ts'

/** Fields of a payment that an adapter cannot read reliably although the amount is readable. */
export type ReadingDoubt =
  /** Fee: the money is booked without it. */
  | 'fee_unreadable'
  /** Approval time: the money is booked on the day it is found. */
  | 'approval_unreadable'

/** Doubts about a report. Its money is booked; a person reviews the rest. */
export type ReportDoubt =
  | ReadingDoubt
  /** The amount of a payment that is already in our books has changed. The books keep the first one. */
  | 'amount_changed'
  /** Amounts that contradict each other or the status: a refund or a fee above the amount. */
  | 'illegal_amounts'
  /** Its status means that no money was received, yet it has an approval time. */
  | 'approved_without_money'
  /** It is reported as approved in the future, or before it or its charge was made. */
  | 'doubtful_date'

/** The reported amounts, and which of them are readable. */
interface ReportedAmounts {
  state: PaymentState | undefined
  approvedAt?: Date | undefined
  amount: Centavos
  refunded: Centavos
  chargedBack?: Centavos | undefined
  fee: Centavos
  doubts?: readonly ReadingDoubt[] | undefined
}

/** The payment as recorded in our books. */
interface KnownAmounts {
  amount: Centavos
  refunded: Centavos
  /** Chargebacks in our books; 0 at a provider that does not report their amount. */
  chargedBack: Centavos
  fee: Centavos
  receivedAt: Date | null
}

/** Values to record, each amount consistent with the others and with the state, and the doubts about the report. */
export interface AcceptedAmounts {
  state: PaymentState | undefined
  amount: Centavos
  refunded: Centavos
  /** Centavos that a bank has taken back and not returned. */
  chargedBack: Centavos
  fee: Centavos
  doubts: readonly ReportDoubt[]
}

/**
 * Decides which reported amounts to accept. An amount that contradicts the others is rejected and the recorded amount is
 * kept, so that our books contain no refund or fee that did not happen. The provider's figure then appears as a difference
 * in the daily close.
 *
 * What was recorded as refunded stays refunded, and is not taken back as well: at API Pix an earlier release recorded the returns
 * of the special mechanism (MED) as refunds.
 */
export function acceptedAmounts(known: KnownAmounts, reported: ReportedAmounts): AcceptedAmounts {
  const { state } = reported
  const isBooked = known.receivedAt !== null
  const amount = isBooked ? known.amount : reported.amount
  const knownReturned = known.refunded + known.chargedBack
  const reportedReturned = reported.refunded + (reported.chargedBack ?? 0)
  const isRefundLegal = isLegalRefund(state, { ...reported, amount })
  const isFeeReadable = !reported.doubts?.includes('fee_unreadable')
  const isFeeLegal = reported.fee >= 0 && reported.fee <= amount
  // Returned amounts never decrease.
  const refunded = Math.min(
    amount,
    isRefundLegal ? Math.max(known.refunded, reported.refunded) : known.refunded,
  )
  const returned = Math.min(amount, isRefundLegal ? Math.max(knownReturned, reportedReturned) : knownReturned)
  const chargedBack = reported.chargedBack === undefined ? 0 : returned - refunded
  return {
    // Reported as refunded but not in full: the money was received, and the refunded amount is unknown.
    state: state === 'refunded' && !isRefundLegal ? 'approved' : state,
    amount,
    refunded,
    chargedBack: chargedBackOf({ state, amount, refunded, chargedBack }),
    fee: isFeeReadable && isFeeLegal ? reported.fee : known.fee,
    doubts: [
      ...(isRefundLegal && reportedReturned < knownReturned ? (['illegal_amounts'] as const) : []),
      ...(isBooked && reported.amount !== known.amount ? (['amount_changed'] as const) : []),
      ...(isRefundLegal && (isFeeLegal || !isFeeReadable) ? [] : (['illegal_amounts'] as const)),
      ...(state && !hasMoneyArrived(state) && reported.approvedAt
        ? (['approved_without_money'] as const)
        : []),
      ...(reported.doubts ?? []),
    ],
  }
}

/** Whether the returned amounts are consistent with the status: all of it when refunded, not all when approved, none before. */
function isLegalRefund(
  state: PaymentState | undefined,
  { amount, refunded, chargedBack = 0 }: Pick<ReportedAmounts, 'amount' | 'refunded' | 'chargedBack'>,
): boolean {
  const returned = refunded + chargedBack
  if (refunded < 0 || chargedBack < 0 || returned > amount) return false
  if (state === 'refunded') return returned === amount
  if (state === 'approved') return returned < amount || amount === 0
  return hasMoneyArrived(state) || returned === 0
}

/** Milliseconds by which a provider's clock may be ahead of the database's. */
const clockTolerance = 5 * MINUTE

/** Whether an instant is in the past by the database's clock, within the tolerance. */
export function isPast(instant: Date, now: Date): boolean {
  return instant.getTime() <= now.getTime() + clockTolerance
}

/**
 * Returns when money was received, for the day in the books: the approval time that the provider states, unless it is in
 * the future or before the payment or its charge was made. In that case it is the time at which the database records it.
 *
 * @param notBefore when the later of both was made; undefined where neither is known
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
