import { defineMachine, type StateOf } from '../../../core/state-machine.ts'

/** Why received money is not applied to an instalment. */
export const creditReasons = ['duplicate', 'partial', 'excess', 'unmatched', 'late', 'renegotiated'] as const
export type CreditReason = (typeof creditReasons)[number]

/** Why there is a credit, as people read it. `regained`: of a won dispute whose debt had been reinstated, stored as `unmatched`. */
export type ShownCreditReason = CreditReason | 'regained'

/** Part of the key of such a credit, and of what is split from it. */
export const regainedInKey = ':regained:'

export function shownReason({ key, reason }: { key: string; reason: CreditReason }): ShownCreditReason {
  return key.includes(regainedInKey) ? 'regained' : reason
}

/**
 * `open`: the customer's money, which needs a decision by the team. `refunding`: its refund is requested. `applied`: it
 * paid instalments. `dismissed`: the team found that it belongs to no customer. `matched`: a later report named its charge,
 * so that the money paid that charge or became another credit, owned by its payer.
 */
export type CreditStatus = StateOf<typeof creditMachine>

/** Credits whose money is still here: theirs is what the books owe to customers. */
export const keptCreditStatuses = ['open', 'refunding'] as const satisfies CreditStatus[]

/**
 * Whether the team may use a credit for any instalment of its customer: that of a wrong amount waits for its own instalments, that of a
 * cancelled order goes back.
 */
export function isUnused({ status, reason }: { status: CreditStatus; reason: CreditReason }): boolean {
  return status === 'open' && reason !== 'partial' && reason !== 'late'
}

/** A refund that the provider refuses and a chargeback that is reversed both reopen the credit. */
export const creditMachine = defineMachine({
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
