// Money that was booked before a report named its charge: a report can come without our reference, or with it altered.
import type { Transaction } from '../../../platform/database/database.ts'
import type { ChargeRow } from '../charges/store.server.ts'
import {
  type CreditRow,
  creditsOfPayment,
  giveCreditTo,
  insertCredit,
  moveCredit,
} from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { creditReopened } from '../domain/movements.ts'
import type { LockedChargeLine } from '../instalments/charge-lines-store.server.ts'
import { post } from '../ledger/post.server.ts'
import { notifyPayer } from '../notify-payer.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import type { PaymentReport } from '../ports.ts'
import { hasOpenApproval } from '../refunds/approvals-store.server.ts'

/**
 * The credit, locked, as which the money of a payment waits whole and undecided: nothing of it was given back, applied or
 * dismissed, and nobody was asked to approve its refund. Undefined if there is none. The payment must be locked.
 */
export async function lockUnappliedCredit(
  tx: Transaction,
  payment: PaymentRow,
  report: Pick<PaymentReport, 'amount' | 'refunded'>,
): Promise<CreditRow | undefined> {
  if (payment.refunded > 0 || report.refunded > 0 || report.amount !== payment.amount) return undefined
  const [credit, ...others] = await creditsOfPayment(tx, payment.id)
  const isWhole = credit?.status === 'open' && credit.reason === 'unmatched' && others.length === 0
  return isWhole && !(await hasOpenApproval(tx, credit.id)) ? credit : undefined
}

/**
 * What the team decided about money before its charge was known stays decided, but for what it dismissed as nobody's: that
 * is a credit again, of whoever paid the charge, and the team decides anew. Open credits of the payment are theirs too.
 */
export async function showCreditsOfCharge(
  tx: Transaction,
  { payment, charge, lines }: { payment: PaymentRow; charge: ChargeRow; lines: readonly LockedChargeLine[] },
  deps: PaymentsDeps,
): Promise<void> {
  const { id: chargeId, userId } = charge
  const instalmentId = lines.length === 1 ? (lines[0]?.instalmentId ?? null) : null
  for (const { id, key, status, amount, reason } of await creditsOfPayment(tx, payment.id)) {
    if (status === 'open') await giveCreditTo(tx, id, { chargeId, userId, instalmentId })
    if (status !== 'dismissed' || payment.refunded > 0) continue
    const due = { reason, amount, instalmentId: instalmentId ?? undefined }
    await moveCredit(tx, id, 'matched')
    await insertCredit(tx, { due, payment, charge, key: `${key}/${chargeId}` }, deps)
    await post(tx, { movement: creditReopened(amount), key: `credit-reopened:${id}` }, deps)
    await notifyPayer(tx, { kind: 'credit.kept', charge, amount, reason }, deps)
  }
}
