import type { ChargeView } from '../../../modules/payments/public.ts'

/** What a page that is shared by its link shows of a charge: never what it pays for, nor whose it is. */
export type ShownCharge = Pick<
  ChargeView,
  'id' | 'phase' | 'provider' | 'method' | 'amount' | 'code' | 'initPoint'
>

/** All that a loader returns reaches the browser. */
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
