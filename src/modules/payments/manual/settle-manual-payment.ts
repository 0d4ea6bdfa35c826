import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { insertCharge, lockCharge } from '../charges/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { amountDue, type PayerKind } from '../domain/amount-due.ts'
import { isInstalmentOpen } from '../domain/instalment.ts'
import { linesPaidBy, MANUAL_PROVIDER, receivedAtOn } from '../domain/manual-payment.ts'
import { amountOf } from '../domain/settlement.ts'
import { cancelChargesFor } from '../instalments/cancel-charges.ts'
import { insertChargeLines } from '../instalments/charge-lines-store.server.ts'
import { descriptionOf } from '../instalments/description.ts'
import type { InstalmentRow } from '../instalments/store.server.ts'
import { recordPaymentReport } from '../settlement/record-payment-report.ts'
import { manualReferenceOf, reportOf } from './report-of.ts'
import { type ManualPaymentRow, updateManualPayment } from './store.server.ts'

/** Why a manual payment cannot be booked on its instalments now. */
export type ManualSettleRefusal =
  | 'not_found'
  /** One of them has an amount mismatch that is not resolved yet. */
  | 'under_review'

export interface ManualRecorded {
  id: string
  amount: Centavos
  /** True while it needs the approval of another member. */
  isWaiting: boolean
  /** True when it is less than the amount due: nothing is paid, and the team decides about the credit. */
  isLess: boolean
  /** True when one of its instalments is no longer open: its part is a credit of the customer. */
  isCredited: boolean
}

/**
 * Turns a manual payment into a payment of the provider `manual`, with a charge for the amount due on its day, and records it like any
 * provider's report. The instalments must be locked.
 */
export async function settleManualPayment(
  tx: Transaction,
  { row, rows, payerKind }: { row: ManualPaymentRow; rows: readonly InstalmentRow[]; payerKind: PayerKind },
  deps: PaymentsDeps,
): Promise<Outcome<ManualRecorded, never>> {
  const now = deps.clock.now()
  const { receivedOn: on, amount, userId } = row
  const due = rows.map((instalment) => ({
    instalmentId: instalment.id,
    ...amountDue({ instalment, on: dayOfAmount(instalment, on), terms: deps.terms, payerKind }),
  }))
  const lines = linesPaidBy(due, amount)
  const [chargeId, receivedAt] = [deps.newId(), receivedAtOn(on, now)]
  await insertCharge(tx, {
    id: chargeId,
    userId,
    purpose: 'instalments',
    method: 'pix',
    status: 'created',
    amount: sum(lines.map(amountOf)),
    description: descriptionOf(rows),
    provider: MANUAL_PROVIDER,
    reference: manualReferenceOf(row.id),
    idempotencyKey: row.id,
    selectionKey: `manual:${row.id}`,
    providerId: row.id,
    maxInstalments: 1,
    createdAt: now,
    issuedAt: now,
  })
  await insertChargeLines(tx, { chargeId, lines })
  const status = 'recorded' as const
  const decided = { status, chargeId, receivedAt, changedAt: now, decidedAt: now, decidedBy: row.decidedBy }
  await updateManualPayment(tx, row.id, decided)
  const charge = await lockCharge(tx, chargeId)
  const report = reportOf({ ...row, ...decided }, [])
  const settled = await recordPaymentReport(
    tx,
    { provider: MANUAL_PROVIDER, charge, report, cause: 'manual', now },
    deps,
  )
  // A customer who paid manually must not also pay an open code, even while the team reviews the amount.
  await cancelChargesFor(tx, { instalmentIds: rows.map(({ id }) => id), except: chargeId }, deps)
  const isLess = settled.status === 'amount_mismatch'
  const isCredited = rows.some(({ status }) => !isInstalmentOpen(status))
  return ok({ id: row.id, amount, isWaiting: false, isLess, isCredited })
}

/** An instalment of an addendum costs, on a day before the addendum, what it cost on its first day. */
function dayOfAmount({ createdAt }: InstalmentRow, receivedOn: IsoDate): IsoDate {
  const madeOn = todayInSaoPaulo(createdAt)
  return receivedOn < madeOn ? madeOn : receivedOn
}

/** Returns the customer and the order of all these instalments; refuses `not_found` when they do not have the same. */
export function ownerOf(
  rows: readonly InstalmentRow[],
  ids: readonly string[],
): Outcome<{ userId: string; orderId: string }, 'not_found'> {
  const [first] = rows
  if (!first || rows.length !== ids.length) return refuse('not_found')
  const { userId, orderId } = first
  const isOfBoth = rows.every((row) => row.userId === userId && row.orderId === orderId)
  return isOfBoth ? ok({ userId, orderId }) : refuse('not_found')
}
