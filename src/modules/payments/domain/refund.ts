import { defineMachine } from '../../../core/state-machine.ts'

/** Who initiated a refund: the customer's withdrawal, the team, our own rules, the provider's panel, a bank. */
export const refundOrigins = ['withdrawal', 'team', 'automatic', 'panel', 'chargeback'] as const
export type RefundOrigin = (typeof refundOrigins)[number]

/**
 * `failed`: the provider refuses it, and the team either retries it or gives it up. `reversed`: a chargeback whose dispute
 * was won.
 */
export type RefundStatus = 'requested' | 'done' | 'failed' | 'given_up' | 'reversed'

export const refundMachine = defineMachine<RefundStatus>()({
  initial: 'requested',
  transitions: {
    requested: ['done', 'failed'],
    done: ['reversed'],
    failed: ['requested', 'given_up'],
    given_up: [],
    reversed: [],
  },
})
