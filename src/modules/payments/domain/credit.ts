import { defineMachine } from '../../../core/state-machine.ts'

/** Why received money is not applied to an instalment. */
export const creditReasons = ['duplicate', 'partial', 'excess', 'unmatched', 'late', 'renegotiated'] as const
export type CreditReason = (typeof creditReasons)[number]

/**
 * `open`: the customer's money, waiting for a decision of the team. `refunding`: its refund is requested. `applied`: it
 * paid instalments. `dismissed`: the team found that it belongs to no customer. `matched`: a later report named its charge,
 * so that the money paid that or is another credit, of its payer.
 */
export type CreditStatus = 'open' | 'refunding' | 'refunded' | 'applied' | 'dismissed' | 'matched'

/** A refund that the provider refuses, or a chargeback that is reversed, reopens the credit. */
export const creditMachine = defineMachine<CreditStatus>()({
  initial: 'open',
  transitions: {
    open: ['refunding', 'refunded', 'applied', 'dismissed', 'matched'],
    refunding: ['refunded', 'open'],
    refunded: ['open'],
    applied: [],
    dismissed: ['matched'],
    matched: [],
  },
})
