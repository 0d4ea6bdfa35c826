import type { Outcome } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Orders } from '../orders/index.server.ts'
import type { Payments } from '../payments/index.server.ts'

type ReviewPayment = Payments['reviewPayment']

/**
 * Records the team's review of a payment. The debt of an order that was cancelled or withdrawn from is not reinstated: its
 * orders are locked first, so that a concurrent withdrawal runs entirely before or after.
 *
 * @returns centavos of the reinstated debt
 */
export async function reviewPayment(
  tx: Transaction,
  input: Omit<Parameters<ReviewPayment>[1], 'cancelledOrders'>,
  {
    orders,
    payments,
  }: {
    orders: Pick<Orders, 'cancelledAmong'>
    payments: Pick<Payments, 'ordersPaidWith' | 'reviewPayment'>
  },
): Promise<Outcome<number, Extract<Awaited<ReturnType<ReviewPayment>>, { ok: false }>['code']>> {
  if (!input.reinstateDebt) return payments.reviewPayment(tx, input)
  const orderIds = await payments.ordersPaidWith(tx, input)
  const cancelledOrders = await orders.cancelledAmong(tx, { orderIds })
  return payments.reviewPayment(tx, { ...input, cancelledOrders })
}
