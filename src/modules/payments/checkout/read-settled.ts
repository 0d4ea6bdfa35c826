import { isUuid } from '../../../core/ids.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { findSettledCharge } from '../charges/store.server.ts'
import { totalOf } from '../domain/settlement.ts'
import { paidByCharge } from '../instalments/charge-lines-store.server.ts'
import { paidOfUser } from '../instalments/store.server.ts'
import { byHandOf } from '../manual/read-manual.ts'
import { paymentsById, settlingPaymentOf } from '../payments/store.server.ts'
import type { SettledCharge } from '../public.ts'
import { plannedParts, toInstalment } from './read-payments.ts'

/**
 * Returns a user's settled charge with the instalments that its money paid, even if it was refunded or charged back since: the
 * money of every payment of it, as a second one may have paid other instalments as a credit.
 * Undefined for a charge that is unknown, belongs to another user, or paid no instalment.
 */
export async function settledCharge(
  { database }: { database: Executor },
  { chargeId, userId }: { chargeId: string; userId: string },
): Promise<SettledCharge | undefined> {
  const charge = isUuid(chargeId) ? await findSettledCharge(database, { id: chargeId, userId }) : undefined
  const settling = charge && (await settlingPaymentOf(database, charge))
  if (!settling) return undefined
  const paid = await paidByCharge(database, chargeId)
  const payments = await paymentsById(
    database,
    paid.flatMap(({ row }) => row.paidWith ?? []),
  )
  const payment = payments.find(({ id }) => id === settling.id) ?? payments[0]
  const lines = paid.map(({ row, parts }) => toInstalment(row, parts ?? plannedParts(row)))
  const receivedAt = payment?.approvedAt ?? lines[0]?.paidAt
  if (!payment || !receivedAt) return undefined
  const { provider, providerId, method } = payment
  const received = totalOf(payments)
  const byHand = byHandOf(payment)
  return { id: chargeId, provider, providerId, method, byHand, received, receivedAt, lines }
}

/** Returns the user's settled charge that most recently paid an instalment; undefined for a user who has not paid. */
export async function lastSettledCharge(
  deps: { database: Executor },
  { userId }: { userId: string },
): Promise<SettledCharge | undefined> {
  const [last] = await paidOfUser(deps.database, userId, 1)
  return last?.paidBy ? settledCharge(deps, { chargeId: last.paidBy, userId }) : undefined
}
