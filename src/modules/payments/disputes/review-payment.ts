import { type Centavos, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { MANUAL_PROVIDER } from '../domain/manual-payment.ts'
import { debtReinstated } from '../domain/movements.ts'
import { reasonToReview } from '../domain/review-reason.ts'
import { totalOf } from '../domain/settlement.ts'
import { billedBy, notifyPayer } from '../instalments/notify-payer.ts'
import {
  instalmentsPaidWith,
  lockInstalments,
  reinstateInstalmentsPaidWith,
  touchInstalmentsOf,
} from '../instalments/store.server.ts'
import { lostToChargebacks, post } from '../ledger/post.server.ts'
import { findPayment, lockPayment, updatePayment } from '../payments/store.server.ts'
import { attributedTo, claimsOf } from '../refunds/claims-store.server.ts'
import { type RefundRow, refundsOfPayment, updateRefund } from '../refunds/store.server.ts'

/**
 * Records the team's review of a payment. After a chargeback, `reinstateDebt` makes its instalments pending again;
 * otherwise the money counts as lost, as it always does when the bank took only a part. The payer is notified of a reinstated debt.
 *
 * @returns centavos of the reinstated debt. Refuses `nothing_to_review`, and `changed_meanwhile` for another reason than was seen;
 *   with `reinstateDebt` also `not_charged_back`, `order_cancelled` when none of it would be owed, and `refund_under_way`
 */
export async function reviewPayment(
  tx: Transaction,
  {
    paymentId,
    reinstateDebt,
    cancelledOrders = [],
    seenReason,
    by,
    reason,
  }: {
    paymentId: string
    reinstateDebt: boolean
    /** Why the payment was to be reviewed when the person decided: it may have become another reason, such as a chargeback. */
    seenReason?: string | undefined
    /** Orders whose instalments do not become owed again. */
    cancelledOrders?: readonly string[]
    by: string
    reason: string
  },
  deps: Pick<PaymentsDeps, 'clock' | 'contactOf' | 'links' | 'newId' | 'send'>,
): Promise<
  Outcome<
    Centavos,
    | 'nothing_to_review'
    | 'changed_meanwhile'
    | 'not_charged_back'
    | 'order_cancelled'
    /** Whether the payer or the bank has the money is known once the provider has answered. */
    | 'refund_under_way'
  >
> {
  const found = await findPayment(tx, paymentId)
  const charge = found?.chargeId ? await lockCharge(tx, found.chargeId) : undefined
  const paid = await instalmentsPaidWith(tx, paymentId)
  await lockInstalments(
    tx,
    paid.map(({ id }) => id),
  )
  const payment = await lockPayment(tx, paymentId)
  const reasonNow = payment && reasonToReview(payment)
  if (!payment || !reasonNow) return refuse('nothing_to_review')
  if (seenReason !== undefined && seenReason !== reasonNow) return refuse('changed_meanwhile')
  if (reinstateDebt && payment.state !== 'charged_back') return refuse('not_charged_back')
  const isOver = paid.length > 0 && paid.every(({ orderId }) => cancelledOrders.includes(orderId))
  if (reinstateDebt && isOver) return refuse('order_cancelled')
  const refunds = reinstateDebt ? await refundsOfPayment(tx, payment.id) : []
  if (refunds.some(({ status }) => status === 'requested')) return refuse('refund_under_way')
  await updatePayment(tx, payment.id, { reviewReason: null })
  if (!reinstateDebt) {
    await touchInstalmentsOf(tx, { chargeId: payment.chargeId, paymentId })
    return ok(0)
  }
  const claims = await claimsOf(tx, payment, { counting: 'done' })
  const reinstated = await reinstateInstalmentsPaidWith(tx, payment.id, cancelledOrders)
  const amount = totalOf(reinstated)
  const ids = new Set(reinstated.map(({ id }) => id))
  // For these instalments the bank took at most what had not been refunded; the rest of the loss belongs to other orders, or is ours.
  const left = sum(claims.filter(({ id }) => ids.has(id)).map(({ rest }) => rest))
  const lost = Math.min(await lostToChargebacks(tx, payment.id), left)
  const more = paid.filter(({ id }) => ids.has(id)).map((row) => (row.paidAmount ?? row.amount) - row.amount)
  const waived = sum(more.map((difference) => Math.max(0, -difference)))
  const lateCharges = sum(more.map((difference) => Math.max(0, difference)))
  const movement = debtReinstated({ amount, lost, waived, lateCharges })
  const [, reversed = 0] = movement.entries.find(([account]) => account === 'refunds') ?? []
  await settleReturned(tx, { refunds, instalmentIds: [...ids], returned: -reversed })
  await post(tx, { movement, key: `owed-again:${payment.id}:${deps.newId()}`, by, memo: reason }, deps)
  // For a manual payment, another message says that it was recorded by mistake.
  const billed = charge ?? billedBy(reinstated, payment)
  if (billed && payment.provider !== MANUAL_PROVIDER)
    await notifyPayer(tx, { kind: 'debt.reinstated', charge: billed, amount, instalmentIds: [...ids] }, deps)
  return ok(amount)
}

/**
 * Money that had been returned for the reinstated instalments is owed again with them. If it was never attributed, it belongs to no other
 * claim, and winning the dispute must not take it from the credit.
 */
async function settleReturned(
  tx: Transaction,
  {
    refunds,
    instalmentIds,
    returned,
  }: { refunds: readonly RefundRow[]; instalmentIds: readonly string[]; returned: Centavos },
): Promise<void> {
  const done = refunds.filter(({ status }) => status === 'done')
  const refundIds = done.map(({ id }) => id)
  let left = returned - (await attributedTo(tx, { refundIds, instalmentIds }))
  for (const { id, unattributed } of done) {
    const part = Math.min(unattributed, Math.max(0, left))
    if (part === 0) continue
    left -= part
    await updateRefund(tx, id, { unattributed: unattributed - part })
  }
}

/** Returns the orders whose instalments a payment paid. */
export async function ordersPaidWith(
  tx: Transaction,
  { paymentId }: { paymentId: string },
): Promise<string[]> {
  return [...new Set((await instalmentsPaidWith(tx, paymentId)).map(({ orderId }) => orderId))]
}
