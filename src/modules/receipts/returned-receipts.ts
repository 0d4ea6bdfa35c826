import type { ReceiptsDeps } from './deps.ts'
import { numberOf } from './issue-paper.ts'
import type { ReturnedReceipt } from './public.ts'
import { receiptsOfUser } from './store.server.ts'

/** More than anybody has; a list never grows without end. */
const most = 500

/** A person's receipts whose money was given back since, newest first. */
export async function returnedReceipts(
  { database, payments }: Pick<ReceiptsDeps, 'database' | 'payments'>,
  { userId }: { userId: string },
): Promise<ReturnedReceipt[]> {
  const rows = (await receiptsOfUser(database, userId, most)).flatMap(
    ({ chargeId, amount, createdAt, ...row }) =>
      chargeId ? [{ chargeId, amount, issuedAt: createdAt, number: numberOf(row) }] : [],
  )
  const phases = await payments.phasesOf({ chargeIds: rows.map(({ chargeId }) => chargeId) })
  return rows.filter(({ chargeId }) => phases.get(chargeId) === 'reversed')
}
