import { MINUTE } from '../../../core/durations.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import type { RefundOrigin, RefundStatus } from './refund.ts'
import { totalOf } from './settlement.ts'

/** What a part of a payment's money is for: an instalment, a customer credit, or a sale that was paid immediately. */
export interface Claim {
  kind: 'instalment' | 'credit' | 'sale'
  /** Id of the instalment or the credit; for a sale, of the payment. */
  id: string
  /** Centavos of it that have not been returned. */
  rest: Centavos
}

/** A part of returned money and the claim that it was returned for. */
export interface ReturnPart {
  claim: Claim
  amount: Centavos
}

/**
 * Attributes returned money where there is no doubt: everything that the payment paid for was returned; or its money is left
 * for one claim only; or all that is left goes back to the payer anyway. Undefined: a person has to attribute it.
 *
 * @param returned total centavos that were returned without a stated claim
 * @param isGoingBack whether a refund of this claim is requested and can still be changed
 */
export function clearAttribution({
  returned,
  claims,
  isGoingBack,
}: {
  returned: Centavos
  claims: readonly Claim[]
  isGoingBack(claim: Claim): boolean
}): ReturnPart[] | undefined {
  const open = claims.filter(({ rest }) => rest > 0)
  const isClear =
    returned >= sum(open.map(({ rest }) => rest)) || open.length === 1 || open.every(isGoingBack)
  return isClear ? spreadOver(returned, open) : undefined
}

/** Distributes an amount over claims in proportion to the rest of each, up to their total. The parts add up exactly. */
export function spreadOver(amount: Centavos, claims: readonly Claim[]): ReturnPart[] {
  let left = sum(claims.map(({ rest }) => rest))
  let open = Math.min(amount, left)
  return claims.flatMap((claim) => {
    // Uses integers throughout: a product of two amounts can exceed the exact range of a number. An amount that was
    // rounded down always fits into the following claims; the last one takes the whole remainder.
    const share = left > 0 ? Number((BigInt(open) * BigInt(claim.rest)) / BigInt(left)) : 0
    open -= share
    left -= claim.rest
    return share > 0 ? [{ claim, amount: share }] : []
  })
}

/**
 * Whether, and how much of, a refund can be issued without paying out another person's money. Returned money that is not
 * attributed may have been the requester's.
 *
 * - `refund`: this amount is certainly the requester's.
 * - `hold`: a person has to attribute the returned money first.
 * - `nothing`: all of it was already returned.
 */
export type RefundDecision = { kind: 'refund'; amount: Centavos } | { kind: 'hold' } | { kind: 'nothing' }

/** The refundable amount and its limits, in centavos. */
export interface RefundState {
  /** Requested: all of `own`, or a part. */
  wanted: Centavos
  /** Rest of the claims to refund, minus what other refunds return of them. */
  own: Centavos
  /** Rest of the payment's other claims. */
  others: Centavos
  /** Returned without a stated claim. */
  unattributed: Centavos
  /** Of the payment: neither returned nor being returned. */
  left: Centavos
}

export function decideRefund({ wanted, own, others, unattributed, left }: RefundState): RefundDecision {
  if (own <= 0 || left <= 0) return { kind: 'nothing' }
  if (unattributed === 0) return { kind: 'refund', amount: Math.min(wanted, own, left) }
  // For a part, it is also uncertain which of the claims it may still be taken from.
  if (others > 0 || wanted < own) return { kind: 'hold' }
  const certain = Math.min(own - unattributed, left)
  return certain > 0 ? { kind: 'refund', amount: certain } : { kind: 'nothing' }
}

/** `recently`: the answer may still be on its way, and the provider's lists may lag behind. */
export type Sent = 'never' | 'recently' | 'earlier'

const answerTime = 10 * MINUTE

export function sentOf(sentAt: Date | null, now: Date): Sent {
  if (!sentAt) return 'never'
  return now.getTime() - sentAt.getTime() < answerTime ? 'recently' : 'earlier'
}

/** `wait`: try again later. The others are those of `decideRefund`. */
export type IssueStep = RefundDecision | { kind: 'wait' }

/**
 * Returns the next step of a requested refund, after the provider was queried for its returns. A refund that was sent
 * before may have been carried out even if its answer was lost. Sending it again under the same key is harmless when the
 * provider could not return it twice, or when no other person's money is left.
 *
 * @param amount as stored, and as sent if it was sent
 * @param isAccepted whether the provider has said that it is carrying it out: only its answer under the same key ends that
 * @param unexplained centavos the provider has returned beyond those recorded: our refund with a lost answer, or another
 *   one
 * @param underWay centavos of refunds that the provider is carrying out, apart from other refunds of ours: this one, or one
 *   that was not requested here
 * @param leftAtProvider centavos that the provider could still return
 */
export function nextStep({
  amount,
  sent,
  isAccepted,
  underWay,
  unexplained,
  leftAtProvider,
  ...state
}: RefundState & {
  amount: Centavos
  sent: Sent
  isAccepted: boolean
  underWay: Centavos
  unexplained: Centavos
  leftAtProvider: Centavos
}): IssueStep {
  if (isAccepted) return { kind: 'refund', amount }
  const mayBeDone = sent !== 'never' && unexplained >= amount
  if (mayBeDone && (leftAtProvider < amount || state.others === 0)) return { kind: 'refund', amount }
  const decision = decideRefund({
    ...state,
    unattributed: state.unattributed + unexplained,
    left: Math.min(state.left, leftAtProvider),
  })
  const isSame = decision.kind === 'refund' && decision.amount === amount
  if (isSame && (sent !== 'never' || underWay === 0)) return decision
  const isUnderWay = underWay > 0 || sent === 'recently' || (sent === 'never' && unexplained > 0)
  return isUnderWay ? { kind: 'wait' } : decision
}

/** A partial refund without an answer, and the instalments it is for. */
export interface SentPart {
  sentAt: Date
  instalmentIds: readonly string[]
}

/**
 * An unrequested return of exactly the amount of such a refund, with the instalments that a person attributed it to.
 */
export interface AttributedReturn {
  recordedAt: Date
  instalmentIds: readonly string[]
}

/**
 * Whether a partial refund was carried out although its answer was lost: exactly its amount was returned after it was sent, and was
 * attributed to all of its instalments. A return attributed to only some of them is a different one, and each return answers one
 * refund.
 *
 * @param answered refunds of the same amount that ended as carried out
 * @param returns all returns of this amount
 * @param isLeft whether part of an instalment has not been returned: a fully returned one takes no part of a return
 */
export function isAnswered({
  refund,
  answered,
  returns,
  isLeft,
}: {
  refund: SentPart
  answered: readonly SentPart[]
  returns: readonly AttributedReturn[]
  isLeft(instalmentId: string): boolean
}): boolean {
  const open = [...returns]
  const take = (part: SentPart, isAnswer: (one: AttributedReturn) => boolean) => {
    const at = open.findIndex((one) => one.recordedAt >= part.sentAt && isAnswer(one))
    if (at >= 0) open.splice(at, 1)
    return at >= 0
  }
  const within = (inner: readonly string[], outer: readonly string[]) =>
    inner.length > 0 && inner.every((id) => outer.includes(id))
  for (const part of answered) {
    const isOfAll = ({ instalmentIds }: AttributedReturn) =>
      within(instalmentIds, part.instalmentIds) && within(part.instalmentIds, instalmentIds)
    // Part of it had already been returned at that time.
    const isOfSome = ({ instalmentIds }: AttributedReturn) => within(instalmentIds, part.instalmentIds)
    if (!take(part, isOfAll)) take(part, isOfSome)
  }
  return take(
    refund,
    ({ instalmentIds }) =>
      within(instalmentIds, refund.instalmentIds) &&
      refund.instalmentIds.every((id) => instalmentIds.includes(id) || !isLeft(id)),
  )
}

/** A return in a provider's list for a payment. */
export interface ReturnEntry {
  id: string
  amount: Centavos
}

/** A refund in our books, with the fields that explain what a provider has returned. */
export interface RecordedReturn {
  providerRefundId: string | null
  amount: Centavos
  origin: RefundOrigin
  status: RefundStatus
  sentAt: Date | null
}

/**
 * Computes the amounts that a provider has returned beyond the refunds in our books: panel refunds to record. A pending
 * refund of ours explains one return of exactly its amount, which is left to its own answer; no other return is treated
 * as ours.
 *
 * @param refunded total centavos by the provider's report
 * @param entries the returns it lists; undefined, or not adding up to `refunded`, when the provider does not specify
 *   them
 * @returns entries with the provider's ids where they are certain; the amounts add up to the total to record
 */
export function unrecordedReturns({
  refunded,
  entries,
  recorded,
}: {
  refunded: Centavos
  entries: readonly ReturnEntry[] | undefined
  recorded: readonly RecordedReturn[]
}): { id: string | null; amount: Centavos }[] {
  const done = recorded.filter(({ status, origin }) => status === 'done' && origin !== 'chargeback')
  const underWay = recorded.filter(({ status, sentAt }) => status === 'requested' && sentAt !== null)
  const beyond = refunded - totalOf(done)
  if (!entries || totalOf(entries) !== refunded) return anonymous(beyond - totalOf(underWay))
  const known = new Set(recorded.map(({ providerRefundId }) => providerRefundId))
  // A return of zero is ignored, because it cannot be recorded.
  const unknown = entries.filter(({ id, amount }) => amount > 0 && !known.has(id))
  const foreign = withoutOurs(unknown, underWay)
  const left = beyond - (totalOf(unknown) - totalOf(foreign))
  const rest = left - totalOf(foreign)
  // Negative: some were recorded before the provider assigned their ids, and are among the unknown entries.
  return rest < 0 ? anonymous(left) : [...foreign, ...anonymous(rest)]
}

const anonymous = (amount: Centavos) => (amount > 0 ? [{ id: null, amount }] : [])

/** Removes, for each pending refund of ours, one return of exactly its amount. */
function withoutOurs(entries: readonly ReturnEntry[], underWay: readonly RecordedReturn[]): ReturnEntry[] {
  const amounts = underWay.map(({ amount }) => amount)
  return entries.filter(({ amount }) => {
    const at = amounts.indexOf(amount)
    if (at >= 0) amounts.splice(at, 1)
    return at < 0
  })
}
