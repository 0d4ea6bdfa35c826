import type { PaymentProvider } from '../../ports.ts'

/**
 * The reference a charge carries at the provider: `[A-Za-z0-9_-]`, at most 64 characters. Several instalments carry
 * `MULT_<charge id>_<ms>` (spec section 4); a table says which. A consultation carries its own prefix (section 7).
 *
 * @param prefix ends in '-', e.g. `rating-consult-`
 */
export const chargeReference: PaymentProvider['referenceFor'] = ({ id, instalments, prefix, now }) => {
  if (prefix !== undefined) return `${prefix}${now.getTime()}-${id.slice(-12)}`
  return instalments > 1 ? `MULT_${id}_${now.getTime()}` : `PARC_${id}`
}
