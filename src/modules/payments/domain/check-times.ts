const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long after its last chance to be paid a charge is still asked about. */
const watchAfterExpiry = 2 * day

/**
 * When a charge that may still be paid is to be asked about again: often while its code is valid, then less and less
 * (a bank may deliver a Pix late, a notice may be lost for good). Undefined: never again.
 *
 * @param expiresAt when it stops being payable; undefined for a card's preference, which is given two days
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
  const lastChance = expiresAt ?? new Date(createdAt.getTime() + 2 * day)
  const late = now.getTime() - lastChance.getTime()
  if (late > watchAfterExpiry) return undefined
  const age = now.getTime() - createdAt.getTime()
  const wait =
    late <= 0 && age < hour ? minute / 2 : late < hour ? 5 * minute : late < 6 * hour ? 30 * minute : 3 * hour
  return new Date(now.getTime() + wait)
}

/** The same as a charge keeps it: null once it has received money, or when nothing more is to be heard. */
export function nextCheckOf(
  charge: { createdAt: Date; expiresAt: Date | null; settledAt: Date | null },
  now: Date,
): Date | null {
  if (charge.settledAt) return null
  return nextCheck({ createdAt: charge.createdAt, expiresAt: charge.expiresAt ?? undefined, now }) ?? null
}
