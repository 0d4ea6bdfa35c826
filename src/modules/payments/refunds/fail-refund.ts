import type { Transaction } from '../../../platform/database/database.ts'
import { findCredit, moveCredit } from '../credits/store.server.ts'
import { moveRefund, type RefundRow } from './store.server.ts'

/** Marks a refund as failed, for the team to retry or to give up; its credit is open again until then. */
export async function failRefund(
  tx: Transaction,
  { refund, lastError }: { refund: RefundRow; lastError: string },
): Promise<void> {
  await moveRefund(tx, refund, 'failed', { lastError })
  const credit = refund.creditId ? await findCredit(tx, refund.creditId) : undefined
  if (credit?.status === 'refunding') await moveCredit(tx, credit.id, 'open')
}
