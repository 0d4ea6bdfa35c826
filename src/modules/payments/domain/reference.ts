/**
 * The reference a charge carries at the provider: `[A-Za-z0-9_-]`, at most 64 characters. Several instalments carry
 * `MULT_<charge id>_<ms>` (spec section 4); a table says which. A consultation carries its own prefix (section 7).
 *
 * @param prefix ends in '-', e.g. `rating-consult-`
 */
export function chargeReference({
  chargeId,
  instalments,
  prefix,
  now,
}: {
  chargeId: string
  instalments: number
  prefix?: string | undefined
  now: Date
}): string {
  if (prefix !== undefined) return `${prefix}${now.getTime()}-${chargeId.slice(-12)}`
  return instalments > 1 ? `MULT_${chargeId}_${now.getTime()}` : `PARC_${chargeId}`
}

/** Whether a reference is one this product could have made; a seller's account may serve other shops too. */
export function isOurReference(reference: string): boolean {
  return /^(?:(?:PARC|MULT)_[0-9a-f-]{36}(?:_\d+)?|[a-z]+-consult-\d+-[0-9a-f]{12})$/.test(reference)
}
