import { type ChargeStatus, isUnpaid } from './charge.ts'

/**
 * The phase of a charge that its payer sees. A Pix is `expired` the moment its countdown ends, whatever the provider has
 * reported; if the money still arrives, it becomes `approved`.
 */
export type ChargePhase =
  /** No code yet: it has been requested from the provider. */
  | 'issuing'
  | 'waiting'
  /** The card issuer reviews it, or the team, where its provider calls it approved in a way that is in doubt. */
  | 'review'
  | 'approved'
  | 'expired'
  | 'cancelled'
  | 'failed'
  /** Less than the amount asked was received; the team reviews it. */
  | 'amount_mismatch'
  | 'reversed'

/** @param isInDoubt whether its money may have arrived, and waits for a person before it is booked */
export function phaseOf({
  status,
  expiresAt,
  now,
  isInDoubt,
}: {
  status: ChargeStatus
  expiresAt: Date | undefined
  now: Date
  isInDoubt: boolean
}): ChargePhase {
  if (isInDoubt && isUnpaid(status)) return 'review'
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
