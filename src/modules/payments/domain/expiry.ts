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
