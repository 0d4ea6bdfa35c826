import { defineMachine } from '../../../core/state-machine.ts'

/** State of a payment. Adapters map each provider's statuses to these. */
export type PaymentState =
  | 'pending'
  | 'in_process'
  | 'approved'
  | 'rejected'
  | 'cancelled'
  | 'expired'
  | 'in_mediation'
  | 'refunded'
  | 'charged_back'

/**
 * Transitions of a payment at its provider. A bank can deliver a payment that was cancelled or had expired, and a dispute
 * can be won after a chargeback. Reports get lost, so intermediate states can be skipped.
 */
export const paymentMachine = defineMachine<PaymentState>()({
  initial: 'pending',
  transitions: {
    pending: ['in_process', 'approved', 'rejected', 'cancelled', 'expired'],
    in_process: ['approved', 'rejected', 'cancelled', 'expired'],
    approved: ['in_mediation', 'refunded', 'charged_back'],
    rejected: [],
    cancelled: ['approved'],
    expired: ['approved'],
    in_mediation: ['approved', 'refunded', 'charged_back'],
    refunded: [],
    charged_back: ['approved'],
  },
})

/** States of a payment whose money was received, even if refunded or charged back since. */
const moneyArrived: ReadonlySet<PaymentState | undefined> = new Set([
  'approved',
  'in_mediation',
  'refunded',
  'charged_back',
] as const)

export function hasMoneyArrived(state: PaymentState | undefined): boolean {
  return moneyArrived.has(state)
}
