import { isUuid } from '../../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { instalmentsUnderReview } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { PayerKind } from '../domain/amount-due.ts'
import { lockInstalments } from '../instalments/store.server.ts'
import {
  type ManualRecorded,
  type ManualSettleRefusal,
  ownerOf,
  settleManualPayment,
} from './settle-manual-payment.ts'
import { lockManualPayment, updateManualPayment } from './store.server.ts'

export type ManualDecisionRefusal =
  | ManualSettleRefusal
  | 'not_open'
  /** Members cannot approve what they recorded themselves, nor payments for their own debts. */
  | 'own_request'

/**
 * Approves a manual payment above the amount, by another member, and records it exactly as entered; or declines it, which
 * the member who entered it may also do. Money for an instalment that was paid, cancelled or replaced meanwhile becomes a credit,
 * as the money of a code that was paid late does.
 *
 * @returns the recorded payment; undefined when it is declined
 */
export async function decideManualPayment(
  tx: Transaction,
  {
    manualPaymentId,
    approve,
    payerKind,
    by,
  }: { manualPaymentId: string; approve: boolean; payerKind: PayerKind; by: string },
  deps: PaymentsDeps,
): Promise<Outcome<ManualRecorded | undefined, ManualDecisionRefusal>> {
  const row = isUuid(manualPaymentId) ? await lockManualPayment(tx, manualPaymentId) : undefined
  if (row?.status !== 'waiting') return refuse('not_open')
  const decision = { decidedBy: by, decidedAt: deps.clock.now(), changedAt: deps.clock.now() }
  if (!approve) {
    await updateManualPayment(tx, row.id, { ...decision, status: 'declined' })
    return ok(undefined)
  }
  if (row.requestedBy === by || row.userId === by) return refuse('own_request')
  const rows = await lockInstalments(tx, row.instalmentIds)
  const owner = ownerOf(rows, row.instalmentIds)
  if (!owner.ok) return owner
  if ((await instalmentsUnderReview(tx, row.instalmentIds)).size > 0) return refuse('under_review')
  return settleManualPayment(tx, { row: { ...row, ...decision }, rows, payerKind }, deps)
}
