import type { PaymentMethod } from '../../../core/payment-terms.ts'
import { defineMachine, type StateOf } from '../../../core/state-machine.ts'
import { isStillPayable, type PaymentState } from './payment-state.ts'

/**
 * Status of a charge.
 *
 * - `created`: the intent is committed; the provider may or may not have it yet.
 * - `pending`, `in_process`: it can still be paid.
 * - `approved`: the amount asked was received.
 * - `amount_mismatch`: less than the amount asked was received; nothing is marked as paid and the team decides.
 * - `failed`: the provider refused it, or returned a code for another amount.
 * - `in_mediation`, `refunded`, `charged_back`: can follow an approval.
 */
export type ChargeStatus = StateOf<typeof chargeMachine>

export type ChargeMethod = PaymentMethod

/** The purpose of a charge. */
export type ChargePurpose = { kind: 'instalments' } | { kind: 'consultation'; id: string }

/** Returns the purpose of a stored charge; one for a consultation always has its id. */
export function purposeOf({
  purpose,
  purposeId,
}: {
  purpose: ChargePurpose['kind']
  purposeId: string | null
}): ChargePurpose {
  return purpose === 'consultation' && purposeId ? { kind: purpose, id: purposeId } : { kind: 'instalments' }
}

/** Statuses in which a charge can still be paid. */
export const openStatuses = ['created', 'pending', 'in_process'] as const satisfies ChargeStatus[]

/** Money received after a charge was closed still counts: every closed status leads to `approved`. */
const closed = ['approved', 'amount_mismatch'] as const

/**
 * Transitions of a charge. None reopens it: a late 'pending' has no effect. A rejected card can be followed by an
 * approved one under the same preference, until the preference is cancelled. A dispute can be won after a chargeback.
 */
export const chargeMachine = defineMachine({
  initial: 'created',
  transitions: {
    created: [
      'pending',
      'in_process',
      'approved',
      'amount_mismatch',
      'expired',
      'cancelled',
      'rejected',
      'failed',
    ],
    pending: ['in_process', 'approved', 'amount_mismatch', 'expired', 'cancelled', 'rejected'],
    in_process: ['approved', 'amount_mismatch', 'expired', 'cancelled', 'rejected'],
    approved: ['in_mediation', 'refunded', 'charged_back'],
    amount_mismatch: ['refunded', 'charged_back'],
    expired: closed,
    cancelled: closed,
    rejected: [...closed, 'cancelled'],
    failed: closed,
    in_mediation: ['approved', 'refunded', 'charged_back'],
    refunded: [],
    charged_back: closed,
  },
})

export function isOpen(status: ChargeStatus): boolean {
  return (openStatuses as readonly ChargeStatus[]).includes(status)
}

/**
 * Whether a charge that is closed in our books can still be paid at the provider. A card page accepts another attempt
 * after a rejection, which is allowed unless the charge was cancelled.
 */
export function isOpenOnlyAtProvider(
  { status, method }: { status: ChargeStatus; method: ChargeMethod },
  providerState: PaymentState | undefined,
): boolean {
  const closedStatuses: readonly ChargeStatus[] =
    method === 'pix' ? ['cancelled', 'expired', 'failed'] : ['cancelled']
  return closedStatuses.includes(status) && isStillPayable(providerState)
}

/** Statuses of a charge none of whose money is booked. */
const unpaidStatuses: readonly ChargeStatus[] = [
  ...openStatuses,
  'expired',
  'cancelled',
  'rejected',
  'failed',
]

export function isUnpaid(status: ChargeStatus): boolean {
  return unpaidStatuses.includes(status)
}

/** Whether a charge is paid: approved, and neither refunded nor charged back since. */
export function wasPaid(status: ChargeStatus): boolean {
  return status === 'approved' || status === 'in_mediation'
}
