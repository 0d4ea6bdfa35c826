// Computes the rows of a payment and of its charge after a report.
import { verifyBrCode } from '../../../core/br-code.ts'
import type { ChargeRow, NewCharge } from '../charges/store.server.ts'
import { nextCheckOf } from '../domain/check-times.ts'
import type { AcceptedAmounts, ReportDoubt } from '../domain/report-doubts.ts'
import { laterReport } from '../domain/report-order.ts'
import type { ReviewReason } from '../domain/settlement.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import type { PaymentReport } from '../ports.ts'

interface RecordedReport {
  known: PaymentRow
  report: PaymentReport
  believed: AcceptedAmounts
  /** Null for an unmatched payment. */
  chargeId: string | null
  reviewReason: ReviewReason | undefined
  doubts: readonly ReportDoubt[]
  /** Whether the report brings the payment's money, which was not in the books before. */
  isReceivedNow: boolean
  databaseTime: Date
  now: Date
}

/** Returns the row of a payment after a report. Fields that the report does not state keep their recorded values. */
export function paymentAfter({
  known,
  report,
  believed,
  chargeId,
  reviewReason,
  doubts,
  isReceivedNow,
  databaseTime,
  now,
}: RecordedReport): PaymentRow {
  const { amount, refunded, fee } = report
  const doubtsText = doubts.length > 0 ? `${doubts.join(' ')} ${amount} ${refunded} ${fee}` : null
  const state = believed.state ?? null
  const isRepeated = state === known.state && report.status === known.status
  // A reviewed status or doubt needs no new review when the provider repeats it.
  const newReason =
    (isRepeated ? undefined : reviewReason) ?? (doubtsText === known.doubts ? undefined : doubts[0])
  return {
    ...known,
    chargeId: chargeId ?? known.chargeId,
    reference: report.reference ?? known.reference,
    state,
    status: report.status,
    detail: report.detail ?? null,
    amount: believed.amount,
    approvedAt: report.approvedAt ?? known.approvedAt,
    reportedAt: laterReport(known.reportedAt, report.updatedAt, databaseTime),
    receivedAt: known.receivedAt ?? (isReceivedNow ? now : null),
    refunded: believed.refunded,
    fee: believed.fee,
    reviewReason: newReason ?? known.reviewReason,
    doubts: doubtsText,
    // What a provider repeats does not put off the deadline of a review.
    updatedAt: isRepeated && newReason === undefined ? known.updatedAt : now,
  }
}

/** Fields of a charge that a report decides, apart from its status. */
export type ChargeFacts = Partial<Omit<NewCharge, 'status'>>

export function chargeAfter({
  charge,
  report,
  isSettledNow,
  now,
}: {
  charge: ChargeRow
  report: PaymentReport
  isSettledNow: boolean
  now: Date
}): ChargeFacts {
  const settledAt = isSettledNow ? now : charge.settledAt
  return {
    ...(isSettledNow && { providerId: report.providerId, payer: null }),
    // Known by its reference so far, because its answer was lost, or stated the id of another payment.
    ...(charge.method === 'pix' && settledAt === null && { providerId: report.providerId }),
    ...(charge.qrCode === null &&
      report.code !== undefined &&
      verifyBrCode({ code: report.code, amount: charge.amount }).ok && { qrCode: report.code.trim() }),
    settledAt,
    checkedAt: now,
    nextCheckAt: nextCheckOf({ ...charge, settledAt }, now),
  }
}
