import type { ChargeStatus } from './charge.ts'

/**
 * What the person paying is shown. A Pix whose time is over is `expired` the moment its countdown ends, whatever the
 * provider has said so far; should the money arrive all the same, it becomes `approved`.
 */
export type ChargePhase =
  /** No code yet: being asked of the provider. */
  | 'issuing'
  | 'waiting'
  /** The card's issuer is looking at it. */
  | 'review'
  | 'approved'
  | 'expired'
  | 'cancelled'
  | 'failed'
  /** Money came, but not the amount asked: the team is looking at it. */
  | 'amount_mismatch'
  | 'reversed'

export function phaseOf({
  status,
  expiresAt,
  now,
}: {
  status: ChargeStatus
  expiresAt: Date | undefined
  now: Date
}): ChargePhase {
  const over = expiresAt !== undefined && expiresAt <= now
  switch (status) {
    case 'created':
      return over ? 'expired' : 'issuing'
    case 'pending':
      return over ? 'expired' : 'waiting'
    case 'in_process':
      return 'review'
    case 'approved':
    case 'in_mediation':
      return 'approved'
    case 'expired':
      return 'expired'
    case 'cancelled':
    case 'rejected':
      return 'cancelled'
    case 'failed':
      return 'failed'
    case 'amount_mismatch':
      return 'amount_mismatch'
    case 'refunded':
    case 'charged_back':
      return 'reversed'
    default:
      return status satisfies never
  }
}
