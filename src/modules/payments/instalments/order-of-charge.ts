import type { Executor } from '../../../platform/database/database.ts'
import { coveredInstalments } from './charge-lines-store.server.ts'

/** The order that a charge is for; undefined when it is for several orders or for none. */
export async function orderOfCharge(
  executor: Executor,
  { chargeId }: { chargeId: string },
): Promise<string | undefined> {
  const lines = await coveredInstalments(executor, chargeId)
  const [order, ...others] = new Set(lines.map(({ row }) => row.orderId))
  return others.length === 0 ? order : undefined
}
