import { formatDate } from '../../../core/calendar.ts'
import { isUuid } from '../../../core/ids.ts'
import type { Centavos } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { lockCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { reviewPayment } from '../disputes/review-payment.ts'
import { MANUAL_PROVIDER } from '../domain/manual-payment.ts'
import { instalmentsPaidWith } from '../instalments/store.server.ts'
import { manualUndoneMessage } from '../messages.ts'
import { knownPayments } from '../payments/store.server.ts'
import { lockPaymentAndClaims } from '../refunds/lock-payment.ts'
import { refundsOfPayment } from '../refunds/store.server.ts'
import { recordPaymentReport } from '../settlement/record-payment-report.ts'
import { reportOf } from './report-of.ts'
import { lockManualPayment, updateManualPayment } from './store.server.ts'

export type ManualUndoRefusal =
  | 'not_open'
  /** Some of it was returned, or is about to be. */
  | 'has_refunds'

/**
 * Undoes a manual payment that was recorded by mistake: it is treated as never received, as when a bank takes money back,
 * and its instalments are owed again, except those of cancelled orders. Nothing is deleted; the customer is notified.
 *
 * @param cancelledOrders orders whose instalments do not become owed again
 * @returns centavos that are owed again
 */
export async function undoManualPayment(
  tx: Transaction,
  {
    manualPaymentId,
    cancelledOrders = [],
    by,
    reason,
  }: { manualPaymentId: string; cancelledOrders?: readonly string[]; by: string; reason: string },
  deps: PaymentsDeps,
): Promise<Outcome<Centavos, ManualUndoRefusal>> {
  const row = isUuid(manualPaymentId) ? await lockManualPayment(tx, manualPaymentId) : undefined
  if (row?.status !== 'recorded' || !row.chargeId) return refuse('not_open')
  const charge = await lockCharge(tx, row.chargeId)
  const known = await knownPayments(tx, { provider: MANUAL_PROVIDER, providerIds: [row.id] })
  const found = known.get(row.id)
  const payment = found && (await lockPaymentAndClaims(tx, found.id))
  if (!charge || !payment) throw new Error(`manual payment ${row.id} is recorded without its payment`)
  // Read under the lock of the payment, so that a refund requested meanwhile is seen.
  const refunds = await refundsOfPayment(tx, payment.id)
  if (refunds.some(({ status }) => status !== 'given_up')) return refuse('has_refunds')

  // Never before the record: a process whose clock is behind would report the undoing as older, and change nothing.
  const now = new Date(Math.max(deps.clock.now().getTime(), row.changedAt.getTime()))
  const undone = {
    status: 'undone' as const,
    undoneBy: by,
    undoneAt: now,
    undoneReason: reason,
    changedAt: now,
  }
  await updateManualPayment(tx, row.id, undone)
  const report = reportOf({ ...row, ...undone }, [])
  await recordPaymentReport(tx, { provider: MANUAL_PROVIDER, charge, report, cause: 'manual', now }, deps)
  const paid = await instalmentsPaidWith(tx, payment.id)
  const owedAgain = paid.filter(({ orderId }) => !cancelledOrders.includes(orderId)).map(({ id }) => id)
  const reinstateDebt = owedAgain.length > 0
  const decision = { paymentId: payment.id, reinstateDebt, cancelledOrders, by, reason }
  const reviewed = await reviewPayment(tx, decision, deps)
  if (!reviewed.ok) throw new Error(`an undone payment cannot be reviewed: ${reviewed.code}`)
  const { userId, amount, receivedOn } = row
  await notify(tx, { userId, amount, receivedOn, owedAgain }, deps)
  return ok(reviewed.value)
}

/**
 * Returns the orders that a manual payment paid; the caller checks which of them are cancelled, because their
 * instalments do not become owed again.
 */
export async function ordersOfManualPayment(
  tx: Transaction,
  { manualPaymentId }: { manualPaymentId: string },
): Promise<string[]> {
  const known = await knownPayments(tx, { provider: MANUAL_PROVIDER, providerIds: [manualPaymentId] })
  const payment = known.get(manualPaymentId)
  if (!payment) return []
  return [...new Set((await instalmentsPaidWith(tx, payment.id)).map(({ orderId }) => orderId))]
}

async function notify(
  tx: Transaction,
  {
    userId,
    amount,
    receivedOn,
    owedAgain,
  }: { userId: string; amount: Centavos; receivedOn: string; owedAgain: readonly string[] },
  { send, contactOf, links }: Pick<PaymentsDeps, 'send' | 'contactOf' | 'links'>,
): Promise<void> {
  const contact = await contactOf(tx, userId)
  if (!contact) return
  const isOwedAgain = owedAgain.length > 0
  const [on, paymentsUrl] = [formatDate(receivedOn), links.payments()]
  const details = { nome: contact.nome, amount, on, isOwedAgain, paymentsUrl }
  const message = manualUndoneMessage(details)
  const to = { to: contact.email, channel: 'email' as const, userId }
  const about = isOwedAgain ? { about: owedAgain } : {}
  await send(tx, { ...to, kind: 'manual-payment.undone', ...message, ...about })
}
