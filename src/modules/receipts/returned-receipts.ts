import type { ReceiptsDeps } from './deps.ts'
import { numberOf } from './issue-pdf.ts'
import type { ReturnedReceipt } from './public.ts'
import { receiptsOfUser } from './store.server.ts'

/** Upper bound of a list, above what any customer has. */
const maxReceipts = 500

/** A user's receipts whose money was refunded or taken back since, or was recorded by mistake, newest first. */
export async function returnedReceipts(
  { database, payments }: Pick<ReceiptsDeps, 'database' | 'payments'>,
  { userId }: { userId: string },
): Promise<ReturnedReceipt[]> {
  const rows = (await receiptsOfUser(database, userId, maxReceipts)).flatMap(
    ({ chargeId, amount, createdAt, sha256, ...row }) =>
      chargeId
        ? [{ chargeId, amount, issuedAt: createdAt, isMade: sha256 !== null, number: numberOf(row) }]
        : [],
  )
  const phases = await payments.phasesOf({ chargeIds: rows.map(({ chargeId }) => chargeId) })
  const reversed = rows.filter(({ chargeId }) => phases.get(chargeId) === 'reversed')
  const returns = await payments.returnsOf({ chargeIds: reversed.map(({ chargeId }) => chargeId) })
  return Promise.all(
    reversed.map(async ({ isMade, ...receipt }) => ({
      ...receipt,
      returns: (returns.get(receipt.chargeId) ?? []).filter(({ isOfReceipt }) => isOfReceipt),
      canOpen: isMade || (await payments.settledCharge({ chargeId: receipt.chargeId, userId })) !== undefined,
    })),
  )
}
