import { verifyBrCode } from '../../../core/br-code.ts'
import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type ChargeRow, moveCharge, type NewCharge, updateCharge } from '../charges/store.server.ts'
import { lockOpenCreditsOf } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { recordDisputeWon } from '../disputes/record-dispute-won.ts'
import { type ChargeStatus, isOpenOnlyAtProvider } from '../domain/charge.ts'
import { nextCheckOf } from '../domain/check-times.ts'
import { MANUAL_PROVIDER } from '../domain/manual-payment.ts'
import { fee } from '../domain/movements.ts'
import { isUnpaidYet, type PaymentState } from '../domain/payment-state.ts'
import { believedAmounts, receivedAtOf } from '../domain/report-doubts.ts'
import { isStale, laterReport } from '../domain/report-order.ts'
import { decideSettlement, totalOf } from '../domain/settlement.ts'
import { isSuperseded, lockChargeLines } from '../instalments/charge-lines-store.server.ts'
import { publishMoneyChanged } from '../instalments/publish-money-changed.ts'
import { instalmentsPaidWith } from '../instalments/store.server.ts'
import { post } from '../ledger/post.server.ts'
import { lockReportedPayment, type PaymentRow, updatePayment } from '../payments/store.server.ts'
import type { PaymentReport } from '../ports.ts'
import { attributeClearReturns } from '../refunds/attribute-return.ts'
import { recordRefundOrChargeback } from '../refunds/record-refund-or-chargeback.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { chargebacksOf, refundsOfPayment } from '../refunds/store.server.ts'
import { lockUnappliedCredit, showCreditsOfCharge } from './booked-before.ts'
import { recordReceipt } from './record-receipt.ts'

interface ReportToRecord {
  provider: string
  /** Locked. Undefined for an unmatched payment. */
  charge: ChargeRow | undefined
  report: PaymentReport
  cause: string
  /** Of the database. */
  now: Date
}

/**
 * Records a payment report in the caller's transaction: the payment, its charge, instalments, credits, ledger entries, history
 * and events. Locks are taken in one order everywhere: charge, instalments, payment, credits.
 *
 * @returns the charge's new status, undefined for an unmatched payment; and whether the report is older than the recorded one, so
 *   that it changed nothing
 */
export async function recordPaymentReport(
  tx: Transaction,
  { provider, charge, report, cause, now: databaseTime }: ReportToRecord,
  deps: PaymentsDeps,
): Promise<{ status: ChargeStatus | undefined; isStale: boolean }> {
  const now = deps.clock.now()
  const lines = charge ? await lockChargeLines(tx, charge) : []
  const chargeId = charge?.id ?? null
  const known = await lockReportedPayment(tx, { id: deps.newId(), provider, report, chargeId, now })
  const knownChargedBack = await chargedBackBefore(tx, { known, report })
  const before = {
    state: known.state ?? undefined,
    returned: known.refunded + knownChargedBack,
    at: known.reportedAt ?? undefined,
  }
  const returned = report.refunded + (report.chargedBack ?? 0)
  if (isStale(before, { state: report.state, returned, at: report.updatedAt }, databaseTime))
    return { status: charge?.status, isStale: true }

  const believed = believedAmounts({ ...known, chargedBack: knownChargedBack }, report)
  const { state } = believed
  // Money that was booked before a report named its charge.
  const isBookedBefore = known.receivedAt !== null && charge?.settledAt === null
  const unapplied = isBookedBefore ? await lockUnappliedCredit(tx, known, report) : undefined
  const { moves, receipt, reviewReason } = decideSettlement({
    charge: charge && { ...charge, settledBy: charge.settledAt ? (charge.providerId ?? '') : undefined },
    lines,
    known: {
      state: known.state ?? undefined,
      received: known.receivedAt !== null,
      isUnapplied: unapplied !== undefined,
    },
    reported: { ...report, state },
  })
  const isDecidedBefore = isBookedBefore && !receipt && moves.length > 0
  const approvedAt = report.approvedAt ?? known.approvedAt
  // A manual payment was received before it was recorded; a person stated when.
  const notBefore = provider === MANUAL_PROVIDER ? undefined : charge?.createdAt
  const received = receivedAtOf({ approvedAt, notBefore, now: databaseTime })
  const doubts = [...believed.doubts, ...(receipt ? received.doubts : [])]
  const doubtsText =
    doubts.length > 0 ? `${doubts.join(' ')} ${report.amount} ${report.refunded} ${report.fee}` : null
  const payment: PaymentRow = {
    ...known,
    chargeId: chargeId ?? known.chargeId,
    reference: report.reference ?? known.reference,
    state: state ?? null,
    status: report.status,
    detail: report.detail ?? null,
    amount: believed.amount,
    approvedAt,
    reportedAt: laterReport(known.reportedAt, report.updatedAt, databaseTime),
    receivedAt: known.receivedAt ?? (receipt ? now : null),
    refunded: believed.refunded,
    fee: believed.fee,
    reviewReason:
      (isRepeated({ ...report, state }, known) ? undefined : reviewReason) ??
      (doubtsText === known.doubts ? undefined : doubts[0]) ??
      known.reviewReason,
    doubts: doubtsText,
    updatedAt: now,
  }
  await updatePayment(tx, known.id, payment)

  let status = charge?.status
  if (charge) {
    const settledNow = receipt?.to !== undefined || isDecidedBefore
    const facts = chargeFacts({ charge, report, settledNow, now })
    for (const to of moves) {
      const change = to === moves.at(-1) ? facts : {}
      const from = { ...charge, status: status ?? charge.status }
      await moveCharge(tx, { charge: from, to, cause, report, change }, deps)
      status = to
    }
    if (moves.length === 0) await updateCharge(tx, charge.id, facts)
  }
  if (receipt)
    await recordReceipt(tx, { charge, lines, payment, receipt, receivedAt: received.at, unapplied }, deps)
  if (charge && isDecidedBefore) await showCreditsOfCharge(tx, { payment, charge, lines }, deps)
  if (payment.receivedAt) {
    const feeChange = payment.fee - (known.receivedAt ? known.fee : 0)
    await post(
      tx,
      {
        movement: fee(provider, feeChange),
        key: `fee:${payment.id}:${deps.newId()}`,
        // The fee of new money is of the day of that money.
        day: todayInSaoPaulo(receipt ? received.at : now),
      },
      deps,
    )
    const { chargedBack } = believed
    if (await hasReturns(tx, { payment, chargedBack })) {
      await recordDisputeWon(tx, { payment, charge, chargedBack }, deps)
      await recordRefundOrChargeback(tx, { payment, chargedBack, entries: report.refunds }, deps)
    }
  }
  if (isTakenOrRegained(known.state, payment.state))
    await publishMoneyChanged(tx, await instalmentsPaidWith(tx, payment.id), deps)
  if (charge && moves.some(isAboutReturned)) await publishChargeChanged(tx, charge, deps)
  if (receipt && receipt.credits.length > 0) await refundLateCredits(tx, payment, deps)
  const isNewAttempt = isUnpaidYet(report.state) && report.state !== known.state
  // A new payment has no status yet.
  const wasUnknown = known.status !== '' && known.state === null
  // A card page that is paid can be paid again, and may have another attempt under review.
  const isPaidPage = charge && charge.preferenceId !== null && (receipt || (charge.settledAt && isNewAttempt))
  if (
    charge &&
    (isPaidPage ||
      isOpenOnlyAtProvider({ ...charge, status: status ?? charge.status }, report.state) ||
      (wasUnknown && isNewAttempt && (await isSuperseded(tx, charge, lines))))
  ) {
    // Or its cancellation was lost, came from a stale report or waited for a clear one: cancel what is unpaid, so that no one pays twice.
    const startAfter = new Date(now.getTime() + 10_000)
    await deps.enqueue(tx, 'charges.cancel', { chargeId: charge.id }, { startAfter })
  }
  if (status !== charge?.status)
    deps.log.info({ chargeId, from: charge?.status, to: status, cause }, 'charge')
  return { status, isStale: false }
}

/** Chargebacks in our books, in centavos; 0 at a provider that does not report their amount, and for new money. */
async function chargedBackBefore(
  tx: Transaction,
  { known, report }: { known: PaymentRow; report: PaymentReport },
): Promise<Centavos> {
  if (report.chargedBack === undefined || !known.receivedAt) return 0
  return totalOf(await chargebacksOf(tx, known.id))
}

/** Whether a bank has taken the money, or returned it after a dispute. */
function isTakenOrRegained(before: PaymentState | null, state: PaymentState | null): boolean {
  return before !== state && (before === 'charged_back' || state === 'charged_back')
}

const isAboutReturned = (status: ChargeStatus) =>
  status === 'refunded' || status === 'charged_back' || status === 'approved'

async function publishChargeChanged(
  tx: Transaction,
  { id: chargeId, purpose: kind, purposeId }: ChargeRow,
  { publish }: Pick<PaymentsDeps, 'publish'>,
): Promise<void> {
  if (kind !== 'consultation' || !purposeId) return
  await publish(tx, 'charge-money.changed', { chargeId, purpose: { kind, id: purposeId } })
}

/** A reviewed status is not put up for review again when the provider repeats it. */
function isRepeated(report: PaymentReport, known: PaymentRow): boolean {
  return (report.state ?? null) === known.state && report.status === known.status
}

/**
 * Whether money of a payment was returned, according to its report, or was to be returned, according to our records.
 */
async function hasReturns(
  tx: Transaction,
  { payment, chargedBack }: { payment: PaymentRow; chargedBack: Centavos },
): Promise<boolean> {
  if (payment.refunded + chargedBack > 0) return true
  return (await refundsOfPayment(tx, payment.id)).length > 0
}

/** Charge fields contained in a report, apart from the status. */
function chargeFacts({
  charge,
  report,
  settledNow,
  now,
}: {
  charge: ChargeRow
  report: PaymentReport
  settledNow: boolean
  now: Date
}): Partial<Omit<NewCharge, 'status'>> {
  const settledAt = settledNow ? now : charge.settledAt
  return {
    ...(settledNow && { providerId: report.providerId, payer: null }),
    // Known by its reference so far, because its answer was lost, or stated the id of another payment.
    ...(charge.method === 'pix' && settledAt === null && { providerId: report.providerId }),
    ...(charge.qrCode === null &&
      report.code !== undefined &&
      verifyBrCode({ code: report.code, amount: charge.amount }).ok && { qrCode: report.code }),
    settledAt,
    checkedAt: now,
    nextCheckAt: nextCheckOf({ ...charge, settledAt }, now),
  }
}

/** Refunds money received for cancelled instalments automatically, unless it is already refunded. */
async function refundLateCredits(tx: Transaction, payment: PaymentRow, deps: PaymentsDeps): Promise<void> {
  const reason = 'late'
  for (const credit of await lockOpenCreditsOf(tx, payment.id)) {
    if (credit.reason !== reason) continue
    const automatic = { origin: 'automatic', ifUnclear: 'hold' } as const
    await requestRefund(tx, { payment, credit, reason, ...automatic }, deps)
  }
  await attributeClearReturns(tx, payment, deps)
}
