import { DAY, HOUR, MINUTE } from '../../../core/durations.ts'

/** How long a charge is still checked after it stops being payable. */
const watchAfterExpiry = 2 * DAY

/**
 * Returns when to check an unpaid charge with the provider again: often while its code is valid, then at growing
 * intervals (a bank can deliver a Pix late, and a notice can be lost permanently). Undefined: no more checks.
 *
 * @param expiresAt when the charge stops being payable; undefined for a card preference, which gets two days
 */
export function nextCheck({
  createdAt,
  expiresAt,
  now,
}: {
  createdAt: Date
  expiresAt: Date | undefined
  now: Date
}): Date | undefined {
  const payableUntil = expiresAt ?? new Date(createdAt.getTime() + 2 * DAY)
  const late = now.getTime() - payableUntil.getTime()
  if (late > watchAfterExpiry) return undefined
  const age = now.getTime() - createdAt.getTime()
  const wait =
    late <= 0 && age < HOUR ? MINUTE / 2 : late < HOUR ? 5 * MINUTE : late < 6 * HOUR ? 30 * MINUTE : 3 * HOUR
  return new Date(now.getTime() + wait)
}

/**
 * Returns when to look up a refused charge once more. The provider may have created it anyway: an answer can be garbled,
 * and the list used for the immediate look-up lags behind.
 */
export function recheckAt(refusedAt: Date): Date {
  return new Date(refusedAt.getTime() + 10 * MINUTE)
}

/** `nextCheck` as stored with a charge: null once it is settled, or when it is no longer checked. */
export function nextCheckOf(
  charge: { createdAt: Date; expiresAt: Date | null; settledAt: Date | null },
  now: Date,
): Date | null {
  if (charge.settledAt) return null
  return nextCheck({ createdAt: charge.createdAt, expiresAt: charge.expiresAt ?? undefined, now }) ?? null
}
