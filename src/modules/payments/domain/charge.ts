import type { PaymentMethod } from '../../../core/payment-terms.ts'
import { defineMachine } from '../../../core/state-machine.ts'
import type { PaymentState } from './payment-state.ts'

/**
 * What a charge can be.
 *
 * - `created`: the intent is committed; the provider may or may not know of it yet.
 * - `pending`, `in_process`: it may still be paid.
 * - `approved`: exactly what was asked was received.
 * - `divergent`: money was received, but not the amount asked; nothing was booked as paid and the desk decides.
 * - `failed`: the provider refused it, or its code did not ask for what we asked.
 * - `in_mediation`, `refunded`, `charged_back`: what may follow an approval.
 */
export type ChargeStatus =
  | 'created'
  | 'pending'
  | 'in_process'
  | 'approved'
  | 'amount_mismatch'
  | 'expired'
  | 'cancelled'
  | 'rejected'
  | 'failed'
  | 'in_mediation'
  | 'refunded'
  | 'charged_back'

export type ChargeMethod = PaymentMethod

/** What the money is for. */
export type ChargePurpose = { kind: 'instalments' } | { kind: 'consultation'; id: string }

/** States in which a person may still pay. */
export const openStatuses = ['created', 'pending', 'in_process'] as const satisfies ChargeStatus[]

/** Money that arrives after a charge was closed is money all the same: every closed state leads to `approved`. */
const closed = ['approved', 'amount_mismatch'] as const

/**
 * The moves of a charge. None leads back: a late 'pending' reopens nothing. A rejected card may be followed by an
 * accepted one under the same preference, until that is withdrawn. A dispute may be won after the money was taken.
 */
export const chargeMachine = defineMachine<ChargeStatus>()({
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
 * Whether a charge that is closed here can still be paid at the provider. A card's page may rightly see another attempt
 * after a refusal, unless the charge was withdrawn.
 */
export function isOpenOnlyThere(
  { status, method }: { status: ChargeStatus; method: ChargeMethod },
  there: PaymentState | undefined,
): boolean {
  const closedHere: readonly ChargeStatus[] =
    method === 'pix' ? ['cancelled', 'expired', 'failed'] : ['cancelled']
  return closedHere.includes(status) && (there === 'pending' || there === 'in_process')
}

/** A charge that received exactly what it asked, whatever was said of the money since. */
export function wasPaid(status: ChargeStatus): boolean {
  return status === 'approved' || status === 'in_mediation'
}
