import { isUuid } from '../../core/ids.ts'
import type { Executor } from '../../platform/database/database.ts'
import { findSettledCharge } from './charges-store.server.ts'
import { paidByCharge } from './instalments-store.server.ts'
import type { SettledCharge } from './public.ts'
import { toInstalment } from './read-payments.ts'

/**
 * A person's charge with the instalments its money paid, whatever was said of the money since; undefined for a charge
 * that is unknown, somebody else's, or paid nothing.
 */
export async function settledCharge({
  database,
  chargeId,
  userId,
}: {
  database: Executor
  chargeId: string
  userId: string
}): Promise<SettledCharge | undefined> {
  const charge = isUuid(chargeId) ? await findSettledCharge(database, { id: chargeId, userId }) : undefined
  if (!charge?.providerId) return undefined
  const instalments = (await paidByCharge(database, chargeId)).map((row) => toInstalment(row, false))
  const receivedAt = instalments[0]?.paidAt
  if (!receivedAt) return undefined
  const { method, providerId, amount, approvedAmount } = charge
  return { id: chargeId, method, providerId, received: approvedAmount ?? amount, receivedAt, instalments }
}
