import { isUuid } from '../../../core/ids.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { findSettledCharge } from '../charges/store.server.ts'
import { paidByCharge } from '../instalments/charge-lines-store.server.ts'
import { paidOfUser } from '../instalments/store.server.ts'
import { byHandOf } from '../manual/read-manual.ts'
import { settlingPaymentOf } from '../payments/store.server.ts'
import type { SettledCharge } from '../public.ts'
import { plannedParts, toInstalment } from './read-payments.ts'

/**
 * Returns a user's settled charge with the instalments that it paid, even if it was refunded or charged back since.
 * Undefined for a charge that is unknown, belongs to another user, or paid no instalment.
 */
export async function settledCharge(
  { database }: { database: Executor },
  { chargeId, userId }: { chargeId: string; userId: string },
): Promise<SettledCharge | undefined> {
  const charge = isUuid(chargeId) ? await findSettledCharge(database, { id: chargeId, userId }) : undefined
  const payment = charge && (await settlingPaymentOf(database, charge))
  if (!payment) return undefined
  const paid = await paidByCharge(database, chargeId)
  const lines = paid.map(({ row, parts }) => toInstalment(row, parts ?? plannedParts(row)))
  const receivedAt = payment.approvedAt ?? lines[0]?.paidAt
  if (!receivedAt || lines.length === 0) return undefined
  const { provider, providerId, method, amount: received } = payment
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
