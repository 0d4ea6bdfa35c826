import type { Centavos } from '../../../core/money.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { type CreditRow, openCreditsOfOrder } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { RefundCause } from '../domain/refund.ts'
import { lockPayments } from '../payments/store.server.ts'
import { requestRefund } from './request-refund.ts'
import { paidPartsOf } from './store.server.ts'

/** Centavos of an order's refunds: requested from the provider, and held until a person has checked them. */
export interface OrderRefund {
  requested: Centavos
  held: Centavos
}

/**
 * Requests the refund of all money received for an order (CDC art. 49), in the caller's transaction: the amounts that
 * paid its instalments, including late charges, and the open credits of their charges. For a payment that also paid for
 * another order, only this order's part is refunded; amounts already returned are not repeated. A part is held when money
 * was returned without stating for which order.
 */
export async function refundOrder(
  tx: Transaction,
  { orderId, ...decision }: { orderId: string; by?: string | undefined } & RefundCause,
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<OrderRefund> {
  const paymentIds = (await partsOf(tx, orderId)).map(({ paymentId }) => paymentId)
  const payments = await lockPayments(tx, paymentIds)
  const total = { requested: 0, held: 0 }
  // Read again under the locks, so that amounts of a concurrent refund or use of a credit are left out.
  for (const { paymentId, ...part } of await partsOf(tx, orderId)) {
    const payment = payments.get(paymentId)
    if (!payment) continue
    const refund = await requestRefund(tx, { ...decision, ...part, payment, ifUnclear: 'hold' }, deps)
    if (refund.ok) total[refund.value.isHeld ? 'held' : 'requested'] += refund.value.amount
  }
  return total
}

/** Whether money was received for an order of which no refund was requested yet. */
export async function hasRefundableMoney(
  { database }: { database: Executor },
  { orderId }: { orderId: string },
): Promise<boolean> {
  return (await partsOf(database, orderId)).length > 0
}

interface RefundPart {
  paymentId: string
  credit?: CreditRow
  instalmentIds?: readonly string[]
}

async function partsOf(executor: Executor, orderId: string): Promise<RefundPart[]> {
  const credits = await openCreditsOfOrder(executor, orderId)
  return [
    ...(await paidPartsOf(executor, orderId)),
    ...credits.map((credit) => ({ paymentId: credit.paymentId, credit })),
  ]
}
