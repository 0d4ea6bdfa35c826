import { type Centavos, sum } from '../../../core/money.ts'
import type { RefundOrigin, RefundStatus } from './refund.ts'
import { totalOf } from './settlement.ts'

/** What a part of a payment's money is for: an instalment, a customer credit, or what was sold and paid at once. */
export interface Claim {
  kind: 'instalment' | 'credit' | 'sale'
  /** Id of the instalment or the credit; for a sale, of the payment. */
  id: string
  /** Centavos of it that have not come back. */
  rest: Centavos
}

/** A part of returned money, and what it came back for. */
export interface ReturnPart {
  claim: Claim
  amount: Centavos
}

/**
 * Attributes returned money where there is no doubt: everything that the payment paid for has come back; or its money is left
 * for one claim only; or all that is left goes back to the payer anyway. Undefined: a person has to say what it came back for.
 *
 * @param returned centavos that came back without saying for what, all of them together
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

/** Spreads an amount over claims in proportion to what is left of each; at most all of it. The parts add up exactly. */
export function spreadOver(amount: Centavos, claims: readonly Claim[]): ReturnPart[] {
  let left = sum(claims.map(({ rest }) => rest))
  let open = Math.min(amount, left)
  return claims.flatMap((claim) => {
    // Integers throughout: a product of two amounts can exceed what a number holds exactly.
    // What is rounded down always fits into the claims that follow; the last one takes all that is open.
    const share = left > 0 ? Number((BigInt(open) * BigInt(claim.rest)) / BigInt(left)) : 0
    open -= share
    left -= claim.rest
    return share > 0 ? [{ claim, amount: share }] : []
  })
}

/**
 * Whether, and how much of, a refund can be issued without giving anybody another's money. Returned money that nobody has
 * attributed may have been the requester's.
 *
 * - `refund`: this amount is certainly the requester's.
 * - `hold`: a person has to attribute what came back first.
 * - `nothing`: all of it has come back already.
 */
export type RefundDecision = { kind: 'refund'; amount: Centavos } | { kind: 'hold' } | { kind: 'nothing' }

/**
 * @param wanted centavos asked for; all of `own`, or a part
 * @param own what is left of the claims to refund, without what other refunds return of them
 * @param others what is left of the payment's other claims
 * @param unclear centavos that came back without saying for what
 * @param left centavos of the payment that are neither returned nor under way
 */
export function decideRefund({
  wanted,
  own,
  others,
  unclear,
  left,
}: {
  wanted: Centavos
  own: Centavos
  others: Centavos
  unclear: Centavos
  left: Centavos
}): RefundDecision {
  if (own <= 0 || left <= 0) return { kind: 'nothing' }
  if (unclear === 0) return { kind: 'refund', amount: Math.min(wanted, own, left) }
  // Of a part it is not certain either which of the claims it may still be taken from.
  if (others > 0 || wanted < own) return { kind: 'hold' }
  const certain = Math.min(own - unclear, left)
  return certain > 0 ? { kind: 'refund', amount: certain } : { kind: 'nothing' }
}

/** `recently`: its answer may still be under way, and the provider's lists may lag behind it. */
export type Sent = 'never' | 'recently' | 'earlier'

const answerTime = 10 * 60_000

export function sentOf(sentAt: Date | null, now: Date): Sent {
  if (!sentAt) return 'never'
  return now.getTime() - sentAt.getTime() < answerTime ? 'recently' : 'earlier'
}

/** `wait`: ask again later. The others are those of `decideRefund`. */
export type IssueStep = RefundDecision | { kind: 'wait' }

/**
 * The next step of a requested refund, once the provider was asked what it has returned. A refund that was sent before may
 * have been carried out although its answer was lost. Sending it again under the same key is harmless when the provider
 * could not return it twice, or when nobody else's money is left.
 *
 * @param amount as stored, and sent if it was
 * @param unexplained centavos the provider has returned beyond those recorded: ours with a lost answer, or another's
 * @param leftAtProvider centavos that the provider could still return
 */
export function nextStep({
  amount,
  wanted,
  sent,
  unattributed,
  unexplained,
  leftAtProvider,
  left,
  ...claims
}: {
  amount: Centavos
  wanted: Centavos
  sent: Sent
  own: Centavos
  others: Centavos
  unattributed: Centavos
  unexplained: Centavos
  leftAtProvider: Centavos
  left: Centavos
}): IssueStep {
  const mayBeDone = sent !== 'never' && unexplained >= amount
  if (mayBeDone && (leftAtProvider < amount || claims.others === 0)) return { kind: 'refund', amount }
  const decision = decideRefund({
    ...claims,
    wanted,
    unclear: unattributed + unexplained,
    left: Math.min(left, leftAtProvider),
  })
  if (decision.kind === 'refund' && decision.amount === amount) return decision
  const isUnderWay = sent === 'recently' || (sent === 'never' && unexplained > 0)
  return isUnderWay ? { kind: 'wait' } : decision
}

/** A refund in part of which no answer came, and what it is for. */
export interface SentPart {
  sentAt: Date
  instalmentIds: readonly string[]
}

/** A return of the very amount of such a refund that nobody asked for, and what a person said that it is for. */
export interface AttributedReturn {
  recordedAt: Date
  instalmentIds: readonly string[]
}

/**
 * Whether a refund in part was carried out although its answer was lost: its very amount came back after it was sent, and was
 * attributed to all that it was for. A return that is attributed to some of that only is another one, and each is the answer of one
 * refund.
 *
 * @param answered refunds of the same amount that ended as carried out
 * @param returns all of this amount
 * @param isLeft whether something of an instalment has not come back: one that is wholly back takes no part of a return
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
    // Something of it was back already then.
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

/** A refund in our books, as far as it explains what a provider has returned. */
export interface RecordedReturn {
  providerRefundId: string | null
  amount: Centavos
  origin: RefundOrigin
  status: RefundStatus
  sentAt: Date | null
}

/**
 * What a provider has returned beyond the refunds in our books: panel refunds to record. A refund of ours that is under
 * way explains one return of its very amount, which is left to its own answer; nothing else is taken for ours.
 *
 * @param refunded total centavos by the provider's report
 * @param entries the returns it lists; undefined, or not adding up to `refunded`: it does not say
 * @returns with the provider's ids where they are clear; the amounts add up to what is to be recorded
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
  const unknown = entries.filter(({ id }) => !known.has(id))
  const foreign = withoutOurs(unknown, underWay)
  const left = beyond - (totalOf(unknown) - totalOf(foreign))
  const rest = left - totalOf(foreign)
  // Below zero: some were recorded before the provider gave their ids, and are among the unknown ones.
  return rest < 0 ? anonymous(left) : [...foreign, ...anonymous(rest)]
}

const anonymous = (amount: Centavos) => (amount > 0 ? [{ id: null, amount }] : [])

/** Leaves out one return of its very amount for each refund of ours that is under way. */
function withoutOurs(entries: readonly ReturnEntry[], underWay: readonly RecordedReturn[]): ReturnEntry[] {
  const amounts = underWay.map(({ amount }) => amount)
  return entries.filter(({ amount }) => {
    const at = amounts.indexOf(amount)
    if (at >= 0) amounts.splice(at, 1)
    return at < 0
  })
}
