import { HOUR } from '../../../core/durations.ts'
import { defineMachine, type StateOf } from '../../../core/state-machine.ts'
import type { CreditReason } from './credit.ts'

/** Who initiated a refund: the customer's withdrawal, the team, our own rules, the provider's panel, a bank. */
export const refundOrigins = ['withdrawal', 'team', 'automatic', 'panel', 'chargeback'] as const
export type RefundOrigin = (typeof refundOrigins)[number]

/** Why a refund exists: a code of ours, or the words of the person who asked for it. */
export type RefundCause =
  | { origin: 'team' | 'withdrawal'; reason: string }
  | { origin: 'automatic'; reason: CreditReason | OwnReason }
  | { origin: 'panel'; reason: 'panel' }
  | { origin: 'chargeback'; reason: 'chargeback' }

/**
 * `held`: waits until the team has attributed other returned money. `failed`: the provider refuses it, or a bank has its money, and the
 * team either retries it or gives it up. `given_up`: also a refund whose money had already been returned. `reversed`: a chargeback whose
 * dispute was won.
 */
export type RefundStatus = StateOf<typeof refundMachine>

/**
 * Refunds that need a decision by the team: refused by the provider, or held until other returned money is attributed.
 */
export const undecidedStatuses = ['failed', 'held'] as const satisfies RefundStatus[]

export function isUndecided(status: RefundStatus): boolean {
  return (undecidedStatuses as readonly RefundStatus[]).includes(status)
}

/** Refunds whose money is on its way or back: it is not refunded again. */
export const activeRefundStatuses = ['requested', 'done'] as const satisfies RefundStatus[]

/** Refunds that ask for money, now or once other returned money is attributed. */
export const pendingRefundStatuses = ['requested', 'held'] as const satisfies RefundStatus[]

/** Refunds that are not over: requested, or in need of a decision. */
export const openRefundStatuses = ['requested', ...undecidedStatuses] as const satisfies RefundStatus[]

export function isOpenRefund(status: RefundStatus): boolean {
  return (openRefundStatuses as readonly RefundStatus[]).includes(status)
}

/** Reason of a refund that was not requested but needs a decision: a dispute was won after the order was closed. */
export const disputeWonReason = 'dispute_won'

/** Reason of a refund that waits for a decision: the team gave up an earlier refund of the same money as settled in another way. */
export const settledOtherwiseReason = 'settled_otherwise'

/** Reason of a refund that waits for a person because the payment that paid first is disputed, and may be taken back. */
export const paidInDispute = 'paid_in_dispute'

/** Our own reasons for a failed refund, stored as its last error; every other last error comes from a provider. */
export const ownReasons = [disputeWonReason, settledOtherwiseReason, paidInDispute] as const
export type OwnReason = (typeof ownReasons)[number]

export const refundMachine = defineMachine({
  initial: 'requested',
  transitions: {
    requested: ['done', 'failed', 'held', 'given_up'],
    held: ['requested', 'failed', 'given_up'],
    done: ['reversed'],
    failed: ['requested', 'given_up'],
    given_up: [],
    reversed: [],
  },
})

/** The last error of a refund that its provider has accepted and is carrying out: kept until the provider answers otherwise. */
export const acceptedError = 'in_process'

/** The last error of a refund whose money a member of the team has to transfer. */
export const awaitsPerson = 'awaits_person'

/** The last error of a refund that was given up because its money had already been returned. */
export const cameBack = 'came_back'

/**
 * What is stored as the last error of a refund, beside the provider's refusals. `waiting`: the answer to an earlier request is
 * awaited. `nothing_left`: a bank has its money. `unattributed_return`: held until other returned money is attributed. `set_aside`, `dealt_with`:
 * its payment cannot be settled first, because it is set aside, or is not of this shop.
 */
const refundNotes = [
  acceptedError,
  awaitsPerson,
  cameBack,
  'waiting',
  'nothing_left',
  'unattributed_return',
  'set_aside',
  'dealt_with',
  ...ownReasons,
] as const
export type RefundNote = (typeof refundNotes)[number]

/** In milliseconds. */
const unknownDoubtedFor = HOUR

/** Most refunds are carried out in seconds. One that was requested before this time is shown to the team, which may ask the provider. */
export function slowBefore(now: Date): Date {
  return new Date(now.getTime() - 6 * HOUR)
}

/**
 * Whether to trust a provider that does not know the payment of a refund. The payment is in our books, so a single such
 * answer is more likely a mistake of the provider: the request is repeated for an hour.
 */
export function trustsUnknown({ requestedAt, now }: { requestedAt: Date; now: Date }): boolean {
  return now.getTime() - requestedAt.getTime() >= unknownDoubtedFor
}
