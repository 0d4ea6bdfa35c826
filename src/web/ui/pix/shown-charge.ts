import type { ChargeView } from '../../../modules/payments/public.ts'

/** Fields of a charge on a page that is shared by its link: without its purpose and its owner. */
export type ShownCharge = Pick<
  ChargeView,
  'id' | 'phase' | 'provider' | 'method' | 'amount' | 'code' | 'initPoint'
>

/** Copies only these fields, because all data that a loader returns reach the browser. */
export function shownCharge({
  id,
  phase,
  provider,
  method,
  amount,
  code,
  initPoint,
}: ShownCharge): ShownCharge {
  return { id, phase, provider, method, amount, code, initPoint }
}
