import { defineMachine } from '../../../core/state-machine.ts'

/** Who initiated a refund: the customer's withdrawal, the team, our own rules, the provider's panel, a bank. */
export const refundOrigins = ['withdrawal', 'team', 'automatic', 'panel', 'chargeback'] as const
export type RefundOrigin = (typeof refundOrigins)[number]

/**
 * `held`: it waits until a person has said what other money came back for. `failed`: the provider refuses it, or a bank has
 * its money, and the team either retries it or gives it up. `given_up`: also one whose money had come back already. `reversed`: a chargeback whose
 * dispute was won.
 */
export type RefundStatus = 'requested' | 'held' | 'done' | 'failed' | 'given_up' | 'reversed'

/** Of refunds that wait for a person: refused by the provider, or held until other returned money is attributed. */
export const undecidedStatuses = ['failed', 'held'] as const satisfies RefundStatus[]

/** Why a refund waits for a person that nobody asked for: a dispute was won, and the order is over. */
export const disputeWonReason = 'dispute_won'

export const refundMachine = defineMachine<RefundStatus>()({
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

/** In milliseconds. */
const unknownDoubtedFor = 60 * 60_000

/**
 * Whether a provider is believed that does not know the payment of a refund. It is a payment of our books, so that one such
 * answer is more likely a mistake of the provider: it is asked again for an hour.
 */
export function isUnknownBelieved({ requestedAt, now }: { requestedAt: Date; now: Date }): boolean {
  return now.getTime() - requestedAt.getTime() >= unknownDoubtedFor
}
