import type { Centavos } from '../../../core/money.ts'
import type { PaymentState } from './payment-state.ts'

/**
 * Centavos of a payment that a bank has taken back and still has. A payment that is charged back has lost all that was not
 * refunded; only some providers report a part (`PaymentReport.chargedBack`).
 */
export function chargedBackOf({
  state,
  amount,
  refunded,
  chargedBack = 0,
}: {
  state: PaymentState | undefined
  amount: Centavos
  refunded: Centavos
  chargedBack?: Centavos | undefined
}): Centavos {
  return state === 'charged_back' ? amount - refunded : chargedBack
}
