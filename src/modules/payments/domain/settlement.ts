import { type Centavos, sum } from '../../../core/money.ts'
import { type ChargeStatus, chargeMachine } from './charge.ts'
import type { CreditReason } from './credit.ts'
import { type InstalmentStatus, isInstalmentOpen } from './instalment.ts'
import { hasMoneyArrived, type PaymentState, paymentMachine } from './payment-state.ts'

/** Part of a charge: an instalment and what is asked for it, or the one thing a charge without instalments is for. */
export interface ChargeLine {
  /** Absent where the charge is for no instalment. */
  instalmentId: string | undefined
  /** Centavos asked: the instalment, its late charges, less its discount. */
  asked: Centavos
  status: InstalmentStatus
}

/** What the provider says of a payment. */
export interface Reported {
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

/** Why a person has to look at a payment. */
export type ReviewReason =
  /** The provider uses a word nobody has heard of. */
  | 'unknown_status'
  /** The provider says what cannot follow what it said before. */
  | 'illegal_move'
  /** The payer disputes it with the provider. */
  | 'in_mediation'
  /** A bank took the money back: is it owed again, or lost? */
  | 'charged_back'

/** Money that is new to our books, and where every centavo of it goes. */
export interface Receipt {
  to: 'approved' | 'amount_mismatch' | undefined
  paid: readonly ChargeLine[]
  credits: readonly CreditDue[]
}

export interface Settlement {
  /** The way the charge goes, in order; empty where nothing moves. */
  moves: readonly ChargeStatus[]
  receipt: Receipt | undefined
  reviewReason: ReviewReason | undefined
}

/**
 * Decides what a provider's word about a payment means. Our books become a function of the last word alone: who hears
 * only 'refunded' books the money in and out again, as who heard 'approved' first. The reference, amount and currency
 * must be those that were asked; whatever else was received is never booked as paid and never dropped.
 *
 * @param charge absent for money nobody here asked for; `settledBy` is the payment that already paid it
 * @param known what we were told of this payment before
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
  known: { state: PaymentState | undefined; received: boolean } | undefined
  reported: Reported
}): Settlement {
  // An approval of nothing is a word nobody has heard of.
  const state = reported.amount > 0 ? reported.state : undefined
  const asked = charge && isAnswerTo(charge, reported) ? charge : undefined
  const isNews = hasMoneyArrived(state) && !known?.received
  const receipt = isNews ? receiptOf({ charge: asked, lines, reported }) : undefined
  const isAnother = asked?.settledBy !== undefined && asked.settledBy !== reported.providerId
  const moves = asked && !isAnother ? pathTo(asked, { state, amount: reported.amount }) : []
  return { moves, receipt, reviewReason: reviewReasonOf(known?.state, state) }
}

function isAnswerTo(charge: { reference: string }, { reference, currency }: Reported): boolean {
  return reference === charge.reference && currency === 'BRL'
}

/** Where every centavo of newly received money goes. */
function receiptOf({
  charge,
  lines,
  reported: { amount },
}: Pick<Parameters<typeof decideSettlement>[0], 'charge' | 'lines' | 'reported'>): Receipt {
  const all = (reason: CreditReason, to?: 'amount_mismatch'): Receipt => ({
    to,
    paid: [],
    credits: [{ reason, amount, instalmentId: lines.length === 1 ? lines[0]?.instalmentId : undefined }],
  })
  if (!charge) return all('unmatched')
  if (charge.settledBy !== undefined) return all('duplicate')
  if (amount < charge.amount) return all('partial', 'amount_mismatch')
  const excess = amount - charge.amount
  return {
    to: 'approved',
    paid: lines.filter(({ status }) => isInstalmentOpen(status)),
    credits: [
      ...lines
        .filter(({ status }) => !isInstalmentOpen(status))
        .map(({ instalmentId, asked, status }) => ({
          reason: status === 'paid' ? ('duplicate' as const) : ('late' as const),
          amount: asked,
          instalmentId,
        })),
      ...(excess > 0 ? [{ reason: 'excess' as const, amount: excess }] : []),
    ],
  }
}

/**
 * The legal moves towards what was said, one after the other: where the last word is not next to what we knew, past what
 * the money makes of the charge.
 */
function pathTo(
  charge: { status: ChargeStatus; amount: Centavos },
  { state, amount }: Pick<Reported, 'state' | 'amount'>,
): ChargeStatus[] {
  const settled: ChargeStatus = amount < charge.amount ? 'amount_mismatch' : 'approved'
  const target: ChargeStatus | undefined = state === 'approved' ? settled : state
  if (target === undefined || target === charge.status) return []
  const isNext = chargeMachine.canMove(charge.status, target) || !hasMoneyArrived(state)
  const way: ChargeStatus[] = []
  let at = charge.status
  const steps: ChargeStatus[] = isNext ? [target] : [settled, target]
  for (const to of steps) {
    if (!chargeMachine.canMove(at, to)) continue
    way.push(to)
    at = to
  }
  return way
}

function reviewReasonOf(
  before: PaymentState | undefined,
  state: PaymentState | undefined,
): ReviewReason | undefined {
  if (state === undefined) return 'unknown_status'
  if (before !== undefined && !paymentMachine.reachable(before).includes(state)) return 'illegal_move'
  return state === 'in_mediation' || state === 'charged_back' ? state : undefined
}

/** Whether a report tells nothing that was not written down before; one of a Pix nobody has paid never does. */
export function isAlreadyRecorded(
  known: { status: string; detail: string | null; refunded: Centavos; fee: Centavos } | undefined,
  report: { state: PaymentState | undefined; status: string; detail: string | undefined } & Returned,
): boolean {
  if (!known) return report.state === 'pending'
  const { status, detail, refunded, fee } = report
  const same = known.status === status && known.detail === (detail ?? null)
  return same && known.refunded === refunded && known.fee === fee
}

interface Returned {
  refunded: Centavos
  fee: Centavos
}

/** What an instalment asks, part by part: itself, what being late adds, what being early takes off. */
export interface AmountParts {
  amount: Centavos
  lateFee: Centavos
  interest: Centavos
  discount: Centavos
}

/** What a charge asks for an instalment, in centavos. */
export function amountOf({ amount, lateFee, interest, discount }: AmountParts): Centavos {
  return amount + lateFee + interest - discount
}

/** What these add up to, in centavos. */
export function totalOf(lines: readonly { amount: Centavos }[]): Centavos {
  return sum(lines.map(({ amount }) => amount))
}
