import type { ShownAmounts } from '../../../modules/payments/index.server.ts'
import type { Instalment } from '../../../modules/payments/public.ts'

/** The displayed total of an instalment. One field per instalment, because a form without a script cannot sum the ticked ones. */
export function ShownAmount({ instalment: { id, total } }: { instalment: Instalment }) {
  return <input type="hidden" name="shown" value={`${id}:${total}`} />
}

/**
 * Returns the amounts that the form displayed, in centavos by instalment id. An invalid amount becomes NaN, which never equals
 * the amount due.
 */
export function readShownAmounts(form: FormData): ShownAmounts {
  const pairs = form.getAll('shown').map((text) => String(text).split(':', 2))
  return new Map(pairs.map(([id = '', total]) => [id, Number(total)]))
}
