import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { pipelined } from '../../../platform/database/pipelined.ts'
import type { PaymentsDeps } from '../deps.ts'
import { cancelChargesFor } from './cancel-charges.ts'
import { markPaid } from './store.server.ts'

/**
 * Marks instalments as paid with received money, publishes `instalment.paid` for each, and cancels other open charges for
 * them.
 *
 * @param chargeId the charge that requested the money; null for an unmatched payment
 * @param paymentId the payment that the money belongs to
 */
export async function payInstalments(
  tx: Transaction,
  {
    instalments,
    ...paid
  }: {
    instalments: readonly { id: string; orderId: string; userId: string; amount: Centavos }[]
    chargeId: string | null
    paymentId: string
    paidAt: Date
  },
  deps: Pick<PaymentsDeps, 'publish' | 'enqueue'>,
): Promise<void> {
  const paidOn = todayInSaoPaulo(paid.paidAt)
  await pipelined(
    ...instalments.flatMap(({ id, orderId, userId, amount }) => [
      markPaid(tx, { ...paid, id, amount }),
      deps.publish(tx, 'instalment.paid', { instalmentId: id, orderId, userId, amount, paidOn }),
    ]),
    cancelChargesFor(tx, { instalmentIds: instalments.map(({ id }) => id) }, deps),
  )
}
