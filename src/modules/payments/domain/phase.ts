import type { ChargeStatus } from './charge.ts'

/**
 * The phase of a charge that its payer sees. A Pix is `expired` the moment its countdown ends, whatever the provider has
 * reported; if the money still arrives, it becomes `approved`.
 */
export type ChargePhase =
  /** No code yet: it has been requested from the provider. */
  | 'issuing'
  | 'waiting'
  /** The card issuer reviews it. */
  | 'review'
  | 'approved'
  | 'expired'
  | 'cancelled'
  | 'failed'
  /** Less than the amount asked was received; the team reviews it. */
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
  const isOver = expiresAt !== undefined && expiresAt <= now
  switch (status) {
    case 'created':
      return isOver ? 'expired' : 'issuing'
    case 'pending':
      return isOver ? 'expired' : 'waiting'
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
