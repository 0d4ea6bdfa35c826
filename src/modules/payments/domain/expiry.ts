import { PIX_MINUTES } from '../../../core/commitments.ts'
import { HOUR, MINUTE } from '../../../core/durations.ts'
import type { ChargeMethod } from './charge.ts'

/** Milliseconds of tolerance: clocks differ, and some providers round up. */
const tolerance = HOUR

/** Returns the expiry to use for an issued charge: the provider's, unless it is in the past or later than requested. */
export function expiryOf(
  stated: Date | undefined,
  { requested, now }: { requested: Date; now: Date },
): Date | undefined {
  if (stated === undefined || stated <= now) return undefined
  return stated.getTime() <= requested.getTime() + tolerance ? stated : undefined
}

/**
 * Returns until when the payer may use a charge. A Pix is payable for the promised minutes, although the provider is requested
 * for one minute more so that a retried request stays valid. Money that arrives in that minute is settled like any other.
 *
 * @param issuedAt when the provider answered; undefined for a charge that is not issued or whose notice came first
 */
export function payableUntil({
  method,
  expiresAt,
  issuedAt,
  createdAt,
}: {
  method: ChargeMethod
  expiresAt: Date | null
  issuedAt: Date | null
  createdAt: Date
}): Date | undefined {
  if (expiresAt === null) return undefined
  if (method !== 'pix') return expiresAt
  const promised = (issuedAt ?? createdAt).getTime() + PIX_MINUTES * MINUTE
  return new Date(Math.min(expiresAt.getTime(), promised))
}
