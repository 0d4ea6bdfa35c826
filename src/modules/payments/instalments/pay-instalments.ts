import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { markPaid } from './store.server.ts'
import { withdrawChargesOver } from './withdraw-charges.ts'

/**
 * Instalments are paid, by money that is there: each says with what, the other modules hear of it, and no other charge
 * asks for them a second time.
 *
 * @param by the charge that asked for it, if one did
 */
export async function payInstalments(
  tx: Transaction,
  {
    instalments,
    ...paid
  }: {
    instalments: readonly { id: string; orderId: string; userId: string; amount: Centavos }[]
    by: string | null
    withPayment: string
    at: Date
  },
  deps: Pick<PaymentsDeps, 'publish' | 'enqueue'>,
): Promise<void> {
  const paidOn = todayInSaoPaulo(paid.at)
  for (const { id, orderId, userId, amount } of instalments) {
    await markPaid(tx, { ...paid, id, amount })
    await deps.publish(tx, 'instalment.paid', { instalmentId: id, orderId, userId, amount, paidOn })
  }
  await withdrawChargesOver(tx, { instalmentIds: instalments.map(({ id }) => id) }, deps)
}
