import { defineMachine } from '../../../core/state-machine.ts'

/** Who gave it: the customer withdrew, the team decided, our own rules, somebody at the provider's panel, a bank. */
export const refundOrigins = ['withdrawal', 'team', 'automatic', 'panel', 'chargeback'] as const
export type RefundOrigin = (typeof refundOrigins)[number]

/**
 * `failed`: the provider will not give it, and a person decides: ask again, or give up and settle it otherwise.
 * `reversed`: a bank had taken it, and the dispute was won.
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
