import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type CreditRow, openCreditsOfOrder } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { RefundOrigin } from '../domain/refund.ts'
import { lockPayment, type PaymentRow } from '../payments/store.server.ts'
import { refundableAmount, requestRefund } from './request-refund.ts'
import { paidPartsOf } from './store.server.ts'

/**
 * Asks back all the money an order has brought (CDC art. 49), in the caller's transaction: what its instalments were
 * paid with, late charges included, and what was paid for them and still waits as a credit. A payment that also paid
 * for another order is refunded for this one's part only; what went back before is not asked twice.
 *
 * @returns centavos that were asked back
 */
export async function refundOrder(
  tx: Transaction,
  { orderId, ...why }: { orderId: string; origin: RefundOrigin; reason: string; by?: string | undefined },
  deps: Pick<PaymentsDeps, 'enqueue' | 'clock' | 'newId'>,
): Promise<Centavos> {
  const touched = new Set((await partsOf(tx, orderId)).map(({ paymentId }) => paymentId))
  const payments = new Map<string, PaymentRow | undefined>()
  // Payments are locked in one order everywhere.
  for (const id of [...touched].toSorted()) payments.set(id, await lockPayment(tx, id))
  let asked = 0
  // Read again: what somebody else gave back, or used, a moment ago is not asked for.
  for (const { paymentId, ...part } of await partsOf(tx, orderId)) {
    const payment = payments.get(paymentId)
    if (!payment) continue
    const amount = Math.min(part.amount, await refundableAmount(tx, payment))
    const refund = await requestRefund(tx, { ...why, payment, ...part, amount }, deps)
    if (refund.ok) asked += amount
  }
  return asked
}

interface RefundPart {
  paymentId: string
  amount: Centavos
  credit?: CreditRow
  instalmentIds?: readonly string[]
}

async function partsOf(tx: Transaction, orderId: string): Promise<RefundPart[]> {
  const credits = await openCreditsOfOrder(tx, orderId)
  return [...(await paidPartsOf(tx, orderId)), ...credits.map((credit) => ({ ...credit, credit }))]
}
