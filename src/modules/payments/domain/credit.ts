import { defineMachine } from '../../../core/state-machine.ts'

/** Why money was received that no instalment absorbed. */
export const creditReasons = ['duplicate', 'partial', 'excess', 'unmatched', 'late'] as const
export type CreditReason = (typeof creditReasons)[number]

/**
 * `open`: the customer's, waiting for a person. `refunding`: being given back. `applied`: it paid for instalments.
 * `dismissed`: a person found that it is nobody's here.
 */
export type CreditStatus = 'open' | 'refunding' | 'refunded' | 'applied' | 'dismissed'

/** A refund that the provider never gives, or a bank's that was reversed, leaves the credit open again. */
export const creditMachine = defineMachine<CreditStatus>()({
  initial: 'open',
  transitions: {
    open: ['refunding', 'refunded', 'applied', 'dismissed'],
    refunding: ['refunded', 'open'],
    refunded: ['open'],
    applied: [],
    dismissed: [],
  },
})
