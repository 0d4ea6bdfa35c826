import { PIX_MINUTES } from '../../../core/commitments.ts'
import type { ChargeMethod } from './charge.ts'

/** Clocks differ, and some providers round up. */
const tolerance = 60 * 60_000

/** The expiry to believe of an issued charge: the provider's, unless it is past or later than was asked for. */
export function expiryOf(
  said: Date | undefined,
  { asked, now }: { asked: Date; now: Date },
): Date | undefined {
  if (said === undefined || said <= now) return undefined
  return said.getTime() <= asked.getTime() + tolerance ? said : undefined
}

/**
 * Until when its payer may use a charge: a Pix for the minutes that we promise, although the provider is asked for one more
 * so that a retried request stays valid. Money that arrives in that minute is settled like any other.
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
  const promised = (issuedAt ?? createdAt).getTime() + PIX_MINUTES * 60_000
  return new Date(Math.min(expiresAt.getTime(), promised))
}
