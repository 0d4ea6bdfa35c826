import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { pipelined } from '../../../platform/database/pipelined.ts'
import { publishChargeChanged } from '../charges/publish-charge-changed.ts'
import { type ChargeRow, moveCharge, updateCharge } from '../charges/store.server.ts'
import { lockOpenCreditsOf } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { recordDisputeWon } from '../disputes/record-dispute-won.ts'
import { type ChargeStatus, isOpenOnlyAtProvider } from '../domain/charge.ts'
import { MANUAL_PROVIDER } from '../domain/manual-payment.ts'
import { fee } from '../domain/movements.ts'
import { isStillPayable, type PaymentState } from '../domain/payment-state.ts'
import { acceptedAmounts, receivedAtOf } from '../domain/report-doubts.ts'
import { isStale } from '../domain/report-order.ts'
import { decideSettlement, totalOf } from '../domain/settlement.ts'
import {
  isSuperseded,
  type LockedChargeLine,
  lockChargeLines,
} from '../instalments/charge-lines-store.server.ts'
import { publishMoneyChanged } from '../instalments/publish-money-changed.ts'
import { instalmentsPaidWith, touchInstalmentsOf } from '../instalments/store.server.ts'
import { post } from '../ledger/post.server.ts'
import { lockReportedPayment, type PaymentRow, updatePayment } from '../payments/store.server.ts'
import type { PaymentReport } from '../ports.ts'
import { attributeClearReturns } from '../refunds/attribute-return.ts'
import { recordRefundOrChargeback } from '../refunds/record-refund-or-chargeback.ts'
import { requestRefund } from '../refunds/request-refund.ts'
import { chargebacksOf, refundsOfPayment } from '../refunds/store.server.ts'
import { lockUnappliedCredit, showCreditsOfCharge } from './booked-before.ts'
import { recordAllocation } from './record-allocation.ts'
import { chargeAfter, paymentAfter } from './rows-after-report.ts'

interface ReportToRecord {
  provider: string
  /** Locked. Undefined for an unmatched payment. */
  charge: ChargeRow | undefined
  report: PaymentReport
  cause: string
  /** The database's time. */
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
  if (isOutdated({ known, knownChargedBack, report, databaseTime }))
    return { status: charge?.status, isStale: true }

  const believed = acceptedAmounts({ ...known, chargedBack: knownChargedBack }, report)
  // Money that was booked before a report named its charge.
  const isBookedBefore = known.receivedAt !== null && charge?.settledAt === null
  const unapplied = isBookedBefore ? await lockUnappliedCredit(tx, known, report) : undefined
  const { moves, allocation, reviewReason } = decideSettlement({
    charge: charge && { ...charge, settledBy: charge.settledAt ? (charge.providerId ?? '') : undefined },
    lines,
    known: {
      state: known.state ?? undefined,
      received: known.receivedAt !== null,
      isUnapplied: unapplied !== undefined,
    },
    reported: { ...report, state: believed.state },
  })
  const isDecidedBefore = isBookedBefore && !allocation && moves.length > 0
  // A manual payment was received before it was recorded; a person stated when.
  const notBefore = provider === MANUAL_PROVIDER ? undefined : later(charge?.createdAt, report.createdAt)
  const approvedAt = report.approvedAt ?? known.approvedAt
  const received = receivedAtOf({ approvedAt, notBefore, now: databaseTime })
  const doubts = [...believed.doubts, ...(allocation ? received.doubts : [])]
  const isReceivedNow = allocation !== undefined
  const payment = paymentAfter({
    known,
    report,
    believed,
    chargeId,
    reviewReason,
    doubts,
    databaseTime,
    now,
    isReceivedNow,
  })
  const isSettledNow = allocation?.to !== undefined || isDecidedBefore
  const [, moved] = await pipelined(
    updatePayment(tx, known.id, payment),
    moveAlong(tx, { charge, moves, report, cause, isSettledNow, now }, deps),
  )
  if (allocation)
    await recordAllocation(
      tx,
      { charge, lines, payment, allocation, receivedAt: received.at, unapplied },
      deps,
    )
  if (charge && isDecidedBefore) await showCreditsOfCharge(tx, { payment, charge, lines }, deps)
  if (payment.receivedAt) {
    // The fee of new money is of the day of that money.
    await recordFee(tx, { known, payment, day: todayInSaoPaulo(allocation ? received.at : now) }, deps)
    await recordReturns(tx, { payment, charge, report, chargedBack: believed.chargedBack }, deps)
  }
  if (isTakenOrRegained(known.state, payment.state))
    await publishMoneyChanged(tx, await instalmentsPaidWith(tx, payment.id), deps)
  if (charge && moves.some(isAboutReturned)) await publishChargeChanged(tx, charge, deps)
  if (allocation && allocation.credits.length > 0) await refundLateCredits(tx, payment, deps)
  if (moved && (await canBePaidAgain(tx, { charge: moved, lines, known, report, isReceivedNow })))
    await cancelUnpaid(tx, { chargeId: moved.id, now }, deps)
  if (moved?.status !== charge?.status)
    deps.log.info({ chargeId, from: charge?.status, to: moved?.status, cause }, 'charge')
  return { status: moved?.status, isStale: false }
}

function later(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one && other ? (one > other ? one : other) : (one ?? other)
}

function isOutdated({
  known,
  knownChargedBack,
  report,
  databaseTime,
}: {
  known: PaymentRow
  knownChargedBack: Centavos
  report: PaymentReport
  databaseTime: Date
}): boolean {
  const before = {
    state: known.state ?? undefined,
    returned: known.refunded + knownChargedBack,
    at: known.reportedAt ?? undefined,
  }
  const returned = report.refunded + (report.chargedBack ?? 0)
  return isStale(before, { state: report.state, returned, at: report.updatedAt }, databaseTime)
}

/**
 * Moves a charge through its new statuses, and stores the report's data with the last one. Returns it with its status.
 */
async function moveAlong(
  tx: Transaction,
  {
    charge,
    moves,
    report,
    cause,
    isSettledNow,
    now,
  }: {
    charge: ChargeRow | undefined
    moves: readonly ChargeStatus[]
    report: PaymentReport
    cause: string
    isSettledNow: boolean
    now: Date
  },
  deps: PaymentsDeps,
): Promise<ChargeRow | undefined> {
  if (!charge) return undefined
  const facts = chargeAfter({ charge, report, isSettledNow, now })
  let { status } = charge
  for (const to of moves) {
    const change = to === moves.at(-1) ? facts : {}
    await moveCharge(tx, { charge: { ...charge, status }, to, cause, report, change }, deps)
    status = to
  }
  if (moves.length === 0) await updateCharge(tx, charge.id, facts)
  return { ...charge, status }
}

/** Posts the change of a fee, on the given day. */
async function recordFee(
  tx: Transaction,
  { known, payment, day }: { known: PaymentRow; payment: PaymentRow; day: IsoDate },
  deps: PaymentsDeps,
): Promise<void> {
  const feeChange = payment.fee - (known.receivedAt ? known.fee : 0)
  const key = `fee:${payment.id}:${deps.newId()}`
  await post(tx, { movement: fee(payment.provider, feeChange), key, day }, deps)
}

/** Records refunds, chargebacks, and money that a bank returned after a dispute. */
async function recordReturns(
  tx: Transaction,
  {
    payment,
    charge,
    report,
    chargedBack,
  }: { payment: PaymentRow; charge: ChargeRow | undefined; report: PaymentReport; chargedBack: Centavos },
  deps: PaymentsDeps,
): Promise<void> {
  if (!(await hasReturns(tx, { payment, chargedBack }))) return
  await recordDisputeWon(tx, { payment, charge, chargedBack }, deps)
  await recordRefundOrChargeback(tx, { payment, chargedBack, entries: report.refunds }, deps)
  await touchInstalmentsOf(tx, { chargeId: payment.chargeId, paymentId: payment.id })
}

/**
 * Whether the amount of this charge could be paid a second time, with a code or a page that is still open at the provider.
 */
async function canBePaidAgain(
  tx: Transaction,
  {
    charge,
    lines,
    known,
    report,
    isReceivedNow,
  }: {
    /** With its new status. */
    charge: ChargeRow
    lines: readonly LockedChargeLine[]
    known: PaymentRow
    report: PaymentReport
    isReceivedNow: boolean
  },
): Promise<boolean> {
  const isNewAttempt = isStillPayable(report.state) && report.state !== known.state
  // A card page that is paid can be paid again, and may have another attempt under review.
  if (charge.preferenceId !== null && (isReceivedNow || (charge.settledAt && isNewAttempt))) return true
  // Its cancellation was lost, came from a stale report or waited for a clear one.
  if (isOpenOnlyAtProvider(charge, report.state)) return true
  // A new payment has no status yet.
  const wasUnknown = known.status !== '' && known.state === null
  return wasUnknown && isNewAttempt && (await isSuperseded(tx, charge, lines))
}

/** Cancels the unpaid part of a charge at the provider, so that no one pays twice. */
async function cancelUnpaid(
  tx: Transaction,
  { chargeId, now }: { chargeId: string; now: Date },
  { enqueue }: Pick<PaymentsDeps, 'enqueue'>,
): Promise<void> {
  const startAfter = new Date(now.getTime() + 10_000)
  await enqueue(tx, 'charges.cancel', { chargeId }, { startAfter })
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
