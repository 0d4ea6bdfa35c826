import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { disputeWonReason } from '../domain/refund.ts'
import { lockPayments, type PaymentRow } from '../payments/store.server.ts'
import { failRefund } from '../refunds/fail-refund.ts'
import { refundStateOf } from '../refunds/refund-state.ts'
import {
  insertRefund,
  instalmentsOfRefund,
  paidPartsOf,
  type RefundRow,
  refundsOfPayment,
} from '../refunds/store.server.ts'

type Deps = Pick<PaymentsDeps, 'clock' | 'newId'>

/**
 * Opens an item for the team for money that a won dispute brought back for a closed order: it is owed to the payer, unless it was
 * settled in another way. It is stored as a failed refund, so that the team retries it or gives it up. Each won dispute creates it
 * once, however often it is reported, and not for amounts whose refund was requested since or is still undecided.
 *
 * @returns centavos put up for the team
 */
export async function reviewRegained(
  tx: Transaction,
  { orderId }: { orderId: string },
  deps: Deps,
): Promise<Centavos> {
  const paymentIds = (await paidPartsOf(tx, orderId)).map(({ paymentId }) => paymentId)
  const payments = await lockPayments(tx, paymentIds)
  let total = 0
  // Read again under the locks, as for the refund of an order.
  for (const { paymentId, instalmentIds } of await paidPartsOf(tx, orderId)) {
    const payment = payments.get(paymentId)
    if (payment && payment.state !== 'charged_back')
      total += await reviewPart(tx, { payment, instalmentIds }, deps)
  }
  return total
}

async function reviewPart(
  tx: Transaction,
  { payment, instalmentIds: paid }: { payment: PaymentRow; instalmentIds: readonly string[] },
  deps: Deps,
): Promise<Centavos> {
  const refunds = await refundsOfPayment(tx, payment.id)
  const won = refunds.findLast(isWonDispute)
  if (!won) return 0
  const asked = new Set<string>()
  // Ids are in chronological order.
  for (const { id, status } of refunds)
    if (status === 'failed' || id > won.id)
      for (const instalmentId of await instalmentsOfRefund(tx, id)) asked.add(instalmentId)
  const instalmentIds = paid.filter((id) => !asked.has(id))
  if (instalmentIds.length === 0) return 0
  const { own, left } = await refundStateOf(tx, { payment, target: { instalmentIds } })
  const amount = Math.min(own, left)
  if (amount <= 0) return 0
  const facts = { payment, amount, instalmentIds, origin: 'automatic', reason: disputeWonReason } as const
  const refund = await insertRefund(tx, facts, deps)
  await failRefund(tx, { refund, lastError: disputeWonReason })
  return amount
}

/** The chargeback of a credit reopens that credit, which is an open item by itself. */
const isWonDispute = ({ origin, status, creditId }: RefundRow) =>
  origin === 'chargeback' && status === 'reversed' && creditId === null
