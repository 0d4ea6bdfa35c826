import { defineMachine } from '../../../core/state-machine.ts'

/** Where a payment at a provider stands, in our words. Adapters translate the provider's. */
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
 * How a payment goes on at its provider. A bank may deliver what was given up, and a dispute may be won after the money
 * was taken. Reports get lost, so a payment is also met past the states between.
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

/** States of a payment whose money arrived, whatever became of it since. */
const moneyArrived: ReadonlySet<PaymentState | undefined> = new Set([
  'approved',
  'in_mediation',
  'refunded',
  'charged_back',
] as const)

export function hasMoneyArrived(state: PaymentState | undefined): boolean {
  return moneyArrived.has(state)
}
