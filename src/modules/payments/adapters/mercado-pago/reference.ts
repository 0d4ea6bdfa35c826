import type { PaymentProvider } from '../../ports.ts'

/**
 * The reference of a charge at the provider: `[A-Za-z0-9_-]`, up to 64 characters. A charge of several instalments has
 * `MULT_<charge id>_<ms>` (spec section 4) and lists them in a table. A consultation has its own prefix (section 7).
 *
 * @param prefix ends in '-', for example `rating-consult-`
 */
export const chargeReference: PaymentProvider['referenceFor'] = ({ id, instalments, prefix, now }) => {
  if (prefix !== undefined) return `${prefix}${now.getTime()}-${id.slice(-12)}`
  return instalments > 1 ? `MULT_${id}_${now.getTime()}` : `PARC_${id}`
}
