import { isUuid } from '../../../core/ids.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { findSettledCharge } from '../charges/store.server.ts'
import { paidByCharge, paidByTheirCharge } from '../instalments/charge-lines-store.server.ts'
import { instalmentsById, paidOfUser } from '../instalments/store.server.ts'
import { byHandOf } from '../manual/read-manual.ts'
import { paymentsById, settlingPaymentOf } from '../payments/store.server.ts'
import type { SettledCharge } from '../public.ts'
import { plannedParts, toInstalment } from './read-payments.ts'

/**
 * Returns what a receipt states, by the `receiptId` of an instalment. Undefined for an id that is unknown or belongs to another user, and
 * for what is not paid.
 */
export async function settledUnder(
  deps: { database: Executor },
  { receiptId, userId }: { receiptId: string; userId: string },
): Promise<SettledCharge | undefined> {
  return (
    (await settledCharge(deps, { chargeId: receiptId, userId })) ??
    (await creditedInstalment(deps, { instalmentId: receiptId, userId }))
  )
}

/**
 * Returns a user's settled charge with the instalments under its receipt, even if it was refunded or charged back since. Undefined for a
 * charge that is unknown, belongs to another user, or has no such instalment.
 */
export async function settledCharge(
  { database }: { database: Executor },
  { chargeId, userId }: { chargeId: string; userId: string },
): Promise<SettledCharge | undefined> {
  const charge = isUuid(chargeId) ? await findSettledCharge(database, { id: chargeId, userId }) : undefined
  const payment = charge && (await settlingPaymentOf(database, charge))
  const paid = payment ? await paidByCharge(database, chargeId) : []
  const lines = paid.map(({ row, parts }) => toInstalment(row, parts))
  const receivedAt = payment?.approvedAt ?? lines[0]?.paidAt
  if (!payment || !receivedAt || lines.length === 0) return undefined
  const { id: paymentId, provider, providerId, method, amount: received } = payment
  const byHand = byHandOf(payment)
  return { id: chargeId, paymentId, provider, providerId, method, byHand, received, receivedAt, lines }
}

/** Returns an instalment that a credit paid and that has a receipt of its own, with the payment of the credit. */
async function creditedInstalment(
  { database }: { database: Executor },
  { instalmentId, userId }: { instalmentId: string; userId: string },
): Promise<SettledCharge | undefined> {
  const [row] = isUuid(instalmentId) ? await instalmentsById(database, [instalmentId]) : []
  if (row?.userId !== userId || !row.paidWith || !row.paidAmount) return undefined
  if ((await paidByTheirCharge(database, [row.id])).has(row.id)) return undefined
  const [payment] = await paymentsById(database, [row.paidWith])
  const receivedAt = payment?.approvedAt ?? row.paymentDate
  if (!payment || !receivedAt) return undefined
  const { provider, providerId, method } = payment
  return {
    id: row.id,
    paymentId: payment.id,
    provider,
    providerId,
    method,
    byHand: byHandOf(payment),
    received: row.paidAmount,
    receivedAt,
    lines: [toInstalment(row, plannedParts(row))],
  }
}

/** Returns what most recently paid an instalment of the user; undefined for a user who has not paid. */
export async function lastSettledCharge(
  deps: { database: Executor },
  { userId }: { userId: string },
): Promise<SettledCharge | undefined> {
  const [last] = await paidOfUser(deps.database, userId, 1)
  const credited = last && (await creditedInstalment(deps, { instalmentId: last.id, userId }))
  return credited ?? (last?.paidBy ? settledCharge(deps, { chargeId: last.paidBy, userId }) : undefined)
}
