import { type Centavos, sum } from '../../../core/money.ts'
import { type ChargeStatus, chargeMachine } from './charge.ts'
import type { CreditReason } from './credit.ts'
import { type InstalmentStatus, isInstalmentOpen } from './instalment.ts'
import { hasMoneyArrived, type PaymentState, paymentMachine } from './payment-state.ts'
import type { ReportDoubt } from './report-doubts.ts'

/** A charge line: an instalment and the amount asked for it, or the single item of a charge without instalments. */
export interface ChargeLine {
  /** Undefined for a charge without instalments. */
  instalmentId: string | undefined
  /** Centavos: the instalment plus its late charges less its discount. */
  asked: Centavos
  status: InstalmentStatus
  /** True when a new schedule has replaced it, of which something is open: its debt continues in other instalments. */
  isRenegotiated?: boolean
}

/** The fields of a payment report that settlement depends on. */
export interface ReportedPayment {
  providerId: string
  state: PaymentState | undefined
  amount: Centavos
  currency: string
  reference: string | undefined
}

export interface CreditDue {
  reason: CreditReason
  amount: Centavos
  instalmentId?: string | undefined
}

/** Why the team has to review a payment. */
export type ReviewReason =
  /** The provider reports an unknown status. */
  | 'unknown_status'
  /** The reported state cannot follow the previously recorded state. */
  | 'illegal_move'
  /** The payer opened a dispute with the provider. */
  | 'in_mediation'
  /** A chargeback: the team decides whether the debt is reinstated or lost. */
  | 'charged_back'
  /** A bank took back a part, and the rest still pays: the team decides about that part. */
  | 'charged_back_in_part'
  /** A dispute about such a part was won before the team had decided. */
  | 'chargeback_reversed'
  /** A report names its charge, and its money has paid for something of another customer by then. */
  | 'applied_elsewhere'
  /** A field other than the status is in doubt. */
  | ReportDoubt

/** Newly received money and the allocation of every centavo. */
export interface Allocation {
  to: 'approved' | 'amount_mismatch' | undefined
  paid: readonly ChargeLine[]
  credits: readonly CreditDue[]
}

export interface Settlement {
  /** The charge's transitions, in order; empty when nothing changes. */
  moves: readonly ChargeStatus[]
  allocation: Allocation | undefined
  reviewReason: ReviewReason | undefined
}

/**
 * Decides how a payment report changes our books. The books are a function of the latest report alone: a first report of
 * 'refunded' allocates the money and records its refund, as if 'approved' had been reported before. Reference, amount and currency
 * must match the charge; any other money is never marked as paid and never dropped.
 *
 * @param charge undefined for an unmatched payment; `settledBy` is the payment that already paid it
 * @param known the last recorded report of this payment, and whether all of its money is an open credit because no report
 *   has named its charge yet: the first report that names it makes the money pay the charge. Decisions that the team made in
 *   the meantime remain.
 */
export function decideSettlement({
  charge,
  lines,
  known,
  reported,
}: {
  charge:
    | { status: ChargeStatus; reference: string; amount: Centavos; settledBy: string | undefined }
    | undefined
  lines: readonly ChargeLine[]
  known: { state: PaymentState | undefined; received: boolean; isUnapplied?: boolean } | undefined
  reported: ReportedPayment
}): Settlement {
  // An approval of zero centavos counts as an unknown status.
  const state = reported.amount > 0 ? reported.state : undefined
  const matched = charge && matchesCharge(charge, reported) ? charge : undefined
  const hasArrived = hasMoneyArrived(state)
  const isSettledByAnother = matched?.settledBy !== undefined && matched.settledBy !== reported.providerId
  // The money was booked before it was known to belong to this charge.
  const isBookedElsewhere = known?.received === true && matched?.settledBy === undefined
  const isMatchedNow = matched !== undefined && isBookedElsewhere && known.isUnapplied === true
  const isToAllocate = hasArrived && (!known?.received || isMatchedNow)
  const allocation = isToAllocate ? allocationOf({ charge: matched, lines, reported }) : undefined
  const canMove = matched && !isSettledByAnother && (!isBookedElsewhere || hasArrived)
  const moves = canMove ? pathTo(matched, { state, amount: reported.amount }) : []
  return { moves, allocation, reviewReason: reviewReasonOf(known?.state, state) }
}

function matchesCharge(charge: { reference: string }, { reference, currency }: ReportedPayment): boolean {
  return reference === charge.reference && currency === 'BRL'
}

/** Allocates every centavo of newly received money. */
function allocationOf({
  charge,
  lines,
  reported: { amount },
}: Pick<Parameters<typeof decideSettlement>[0], 'charge' | 'lines' | 'reported'>): Allocation {
  const creditAll = (reason: CreditReason, to?: 'amount_mismatch'): Allocation => ({
    to,
    paid: [],
    credits: [{ reason, amount, instalmentId: lines.length === 1 ? lines[0]?.instalmentId : undefined }],
  })
  if (!charge) return creditAll('unmatched')
  // Of a charge that received less than it asked nothing is paid yet, so that the rest of it is no duplicate.
  if (charge.status === 'amount_mismatch' && amount < charge.amount) return creditAll('partial')
  if (charge.settledBy !== undefined) return creditAll('duplicate')
  if (amount < charge.amount) return creditAll('partial', 'amount_mismatch')
  const excess = amount - charge.amount
  return {
    to: 'approved',
    paid: lines.filter(({ status }) => isInstalmentOpen(status)),
    credits: [
      ...lines
        .filter(({ status }) => !isInstalmentOpen(status))
        .map((line) => ({ reason: closedReason(line), amount: line.asked, instalmentId: line.instalmentId })),
      ...(excess > 0 ? [{ reason: 'excess' as const, amount: excess }] : []),
    ],
  }
}

/** Returns the credit reason of money for an instalment that is no longer open. */
function closedReason({ status, isRenegotiated }: ChargeLine): CreditReason {
  if (status === 'paid') return 'duplicate'
  return isRenegotiated ? 'renegotiated' : 'late'
}

/**
 * Returns the transitions that lead to the reported state. When it is not reachable in one step, the path goes through
 * the status that the allocation gives the charge.
 */
function pathTo(
  charge: { status: ChargeStatus; amount: Centavos },
  { state, amount }: Pick<ReportedPayment, 'state' | 'amount'>,
): ChargeStatus[] {
  const settledStatus: ChargeStatus = amount < charge.amount ? 'amount_mismatch' : 'approved'
  const target: ChargeStatus | undefined = state === 'approved' ? settledStatus : state
  if (target === undefined || target === charge.status) return []
  const isNext = chargeMachine.canMove(charge.status, target) || !hasMoneyArrived(state)
  const path: ChargeStatus[] = []
  let from = charge.status
  const steps: ChargeStatus[] = isNext ? [target] : [settledStatus, target]
  for (const to of steps) {
    if (!chargeMachine.canMove(from, to)) continue
    path.push(to)
    from = to
  }
  return path
}

function reviewReasonOf(
  before: PaymentState | undefined,
  state: PaymentState | undefined,
): ReviewReason | undefined {
  if (state === undefined) return 'unknown_status'
  if (before !== undefined && !paymentMachine.reachable(before).includes(state)) return 'illegal_move'
  return state === 'in_mediation' || state === 'charged_back' ? state : undefined
}

/** Whether a report adds nothing to the recorded one. The first report of an unpaid Pix never does. */
export function isAlreadyRecorded(
  known: ({ status: string; detail: string | null; reference: string | null } & Amounts) | undefined,
  report: {
    reference: string | undefined
    state: PaymentState | undefined
    status: string
    detail: string | undefined
    approvedAt?: Date | undefined
  } & Amounts,
): boolean {
  if (!known) return report.state === 'pending' && report.approvedAt === undefined
  const { status, detail, reference, amount, refunded, fee } = report
  const same = known.status === status && known.detail === (detail ?? null) && known.amount === amount
  const namesAnotherCharge = reference !== undefined && reference !== known.reference
  return same && !namesAnotherCharge && known.refunded === refunded && known.fee === fee
}

interface Amounts {
  amount: Centavos
  refunded: Centavos
  fee: Centavos
}

/** Parts of the amount due for an instalment: the instalment itself, late charges, early-payment discount. Centavos. */
export interface AmountParts {
  amount: Centavos
  lateFee: Centavos
  interest: Centavos
  discount: Centavos
}

/** Total of the parts, in centavos. */
export function amountOf({ amount, lateFee, interest, discount }: AmountParts): Centavos {
  return amount + lateFee + interest - discount
}

/** Sum of the amounts, in centavos. */
export function totalOf(lines: readonly { amount: Centavos }[]): Centavos {
  return sum(lines.map(({ amount }) => amount))
}
