// Money that was booked before a report named its charge: a report can lack our reference, or contain an altered one.
import type { Transaction } from '../../../platform/database/database.ts'
import type { ChargeRow } from '../charges/store.server.ts'
import {
  assignCredit,
  type CreditRow,
  creditsOfPayment,
  insertCredit,
  moveCredit,
} from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { creditReopened } from '../domain/movements.ts'
import type { LockedChargeLine } from '../instalments/charge-lines-store.server.ts'
import { notifyPayer } from '../instalments/notify-payer.ts'
import { instalmentsPaidWith } from '../instalments/store.server.ts'
import { post } from '../ledger/post.server.ts'
import { type PaymentRow, updatePayment } from '../payments/store.server.ts'
import type { PaymentReport } from '../ports.ts'
import { waitingApprovalOf } from '../refunds/approvals-store.server.ts'

/**
 * Returns the credit, locked, that contains all of a payment's money, undecided: no part was refunded, applied or
 * dismissed, and no approval of its refund was requested. Undefined if there is none. The payment must be locked.
 */
export async function lockUnappliedCredit(
  tx: Transaction,
  payment: PaymentRow,
  report: Pick<PaymentReport, 'amount' | 'refunded'>,
): Promise<CreditRow | undefined> {
  if (payment.refunded > 0 || report.refunded > 0 || report.amount !== payment.amount) return undefined
  const [credit, ...others] = await creditsOfPayment(tx, payment.id)
  const isWhole = credit?.status === 'open' && credit.reason === 'unmatched' && others.length === 0
  return isWhole && !(await waitingApprovalOf(tx, credit.id)) ? credit : undefined
}

/**
 * Keeps the team's decisions about money that were made before its charge was known, except for money dismissed as
 * without an owner: that becomes a credit again, of the charge's payer, and the team decides again. Open credits of the payment
 * are assigned to the payer too. Money that paid for something of another customer is put up for review, and its charge's instalments are
 * not asked for meanwhile.
 */
export async function showCreditsOfCharge(
  tx: Transaction,
  { payment, charge, lines }: { payment: PaymentRow; charge: ChargeRow; lines: readonly LockedChargeLine[] },
  deps: PaymentsDeps,
): Promise<void> {
  const { id: chargeId, userId } = charge
  const instalmentId = lines.length === 1 ? (lines[0]?.instalmentId ?? null) : null
  for (const { id, key, status, amount, reason } of await creditsOfPayment(tx, payment.id)) {
    if (status === 'open') await assignCredit(tx, id, { chargeId, userId, instalmentId })
    if (status !== 'dismissed' || payment.refunded > 0) continue
    const due = { reason, amount, instalmentId: instalmentId ?? undefined }
    await moveCredit(tx, id, 'matched')
    await insertCredit(tx, { due, payment, charge, key: `${key}/${chargeId}` }, deps)
    await post(tx, { movement: creditReopened(amount), key: `credit-reopened:${id}` }, deps)
    await notifyPayer(tx, { kind: 'credit.kept', charge, amount, reason }, deps)
  }
  const applied = await instalmentsPaidWith(tx, payment.id)
  if (applied.some((row) => charge.purpose === 'consultation' || row.userId !== userId))
    await updatePayment(tx, payment.id, { reviewReason: 'applied_elsewhere', updatedAt: deps.clock.now() })
}
