import type { ShownAmounts } from '../../../modules/payments/index.server.ts'
import type { Instalment } from '../../../modules/payments/public.ts'

/** What a form shows to be paid for an instalment. One for each: without a script a form knows no sum of what is ticked. */
export function Shown({ instalment: { id, total } }: { instalment: Instalment }) {
  return <input type="hidden" name="shown" value={`${id}:${total}`} />
}

/** What the person who sent the form was shown, centavos; what is no amount is never what is due. */
export function readShown(form: FormData): ShownAmounts {
  const pairs = form.getAll('shown').map((text) => String(text).split(':'))
  return new Map(pairs.map(([id = '', total]) => [id, Number(total)]))
}
