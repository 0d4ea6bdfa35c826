import { defineMachine, type StateOf } from '../../../core/state-machine.ts'

/** State of a payment. Adapters map each provider's statuses to these. */
export type PaymentState = StateOf<typeof paymentMachine>

/**
 * Transitions of a payment at its provider. A bank can deliver a payment that was cancelled or had expired, and a dispute
 * can be won after a chargeback. Reports get lost, so intermediate states can be skipped.
 */
export const paymentMachine = defineMachine({
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

/** Whether the money of a payment in this state was received, even if refunded or charged back since. */
const moneyArrived: Readonly<Record<PaymentState, boolean>> = {
  pending: false,
  in_process: false,
  approved: true,
  rejected: false,
  cancelled: false,
  expired: false,
  in_mediation: true,
  refunded: true,
  charged_back: true,
}

/** The states in which the money was received. */
export const moneyArrivedStates = paymentMachine.states.filter((state) => moneyArrived[state])

export function hasMoneyArrived(state: PaymentState | undefined): boolean {
  return state !== undefined && moneyArrived[state]
}

/** Whether the payer can still pay. The answer may be outdated: it never proves that no money has arrived. */
export const isStillPayable = (state: PaymentState | undefined): boolean =>
  state === 'pending' || state === 'in_process'

/** Whether money may have been received: it was, or the status is unknown. */
export const isPossiblyMoney = ({ state }: { state: PaymentState | undefined }): boolean =>
  state === undefined || moneyArrived[state]
