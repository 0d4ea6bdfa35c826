import type { Transaction } from '../../../platform/database/database.ts'
import { findCredit, moveCredit } from '../credits/store.server.ts'
import { moveRefund, type RefundRow } from './store.server.ts'
import type { RefundError } from './tables.server.ts'

/**
 * Marks a refund as failed, for the team to retry or to give up; its credit is open again until then.
 *
 * @param newKey replaces a key under which the refund certainly did not happen and never will. A refund that is merely refused
 *   (also each request that Mercado Pago refuses), whose payment is unknown, or whose money a bank took keeps its key: an earlier request
 *   without an answer may have been carried out, and would be carried out twice under another key
 */
export async function failRefund(
  tx: Transaction,
  { refund, lastError, newKey }: { refund: RefundRow; lastError: RefundError; newKey?: string | undefined },
): Promise<void> {
  const unsent = newKey === undefined ? {} : { idempotencyKey: newKey, sentAt: null }
  await moveRefund(tx, refund, 'failed', { lastError, ...unsent })
  const credit = refund.creditId ? await findCredit(tx, refund.creditId) : undefined
  if (credit?.status === 'refunding') await moveCredit(tx, credit.id, 'open')
}
