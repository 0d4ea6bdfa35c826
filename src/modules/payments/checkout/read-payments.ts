import { isUuid } from '../../../core/ids.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { type ChargeRow, findCharge, statusesOf } from '../charges/store.server.ts'
import { dueBesideCredits } from '../credits/due-beside-credits.ts'
import {
  type CreditRow,
  chargesInDoubt,
  creditsOfUser,
  hasKeptCredit,
  instalmentsUnderReview,
  keptCreditsOfLookup,
} from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { purposeOf } from '../domain/charge.ts'
import { shownReason } from '../domain/credit.ts'
import { payableUntil } from '../domain/expiry.ts'
import { MANUAL_PROVIDER } from '../domain/manual-payment.ts'
import { type ChargePhase, phaseOf } from '../domain/phase.ts'
import { type AmountParts, amountOf } from '../domain/settlement.ts'
import {
  coveredInstalments,
  openChargeFor,
  paidByTheirCharge,
} from '../instalments/charge-lines-store.server.ts'
import {
  type InstalmentRow,
  instalmentsOfOrder,
  paidOfUser,
  pendingOfUser,
  refundedOfUser,
} from '../instalments/store.server.ts'
import { manualPaymentsAmong } from '../manual/read-manual.ts'
import type {
  ChargeReturn,
  ChargeView,
  Credit,
  CurrentPayment,
  Instalment,
  MoneyReturn,
  ReturnedCredit,
} from '../public.ts'
import { returnedAmong } from '../refunds/claims-store.server.ts'
import { completedRefundsOf, type RefundRow, returnedCreditsOfUser } from '../refunds/store.server.ts'

type ReadDeps = Pick<PaymentsDeps, 'clock' | 'terms'> & { database: Executor }

/** Owner of instalments; without a document, treated as a person, not a company. */
interface Owner {
  userId: string
  documento?: string | undefined
}

/** Row limit of a customer's lists, higher than any customer reaches. */
const maxRows = 5000

/** Which instalments of a user: of some orders, or of all; the first ones. */
type Listed = Owner & { orderIds?: readonly string[] | undefined; limit?: number }

/** Pending instalments of a user with today's amounts due, oldest due date first. */
export async function pendingOf(
  deps: ReadDeps,
  { userId, documento, orderIds, limit = maxRows }: Listed,
): Promise<Instalment[]> {
  return withAmountsDue(deps, await pendingOfUser(deps.database, userId, limit, orderIds), documento)
}

/** Paid instalments of a user, newest first. */
export async function paidOf(
  deps: ReadDeps,
  { userId, orderIds, limit = maxRows }: Omit<Listed, 'documento'>,
): Promise<Instalment[]> {
  return withAmountsDue(deps, await paidOfUser(deps.database, userId, limit, orderIds))
}

/**
 * Instalments of a user whose money was returned, newest payment first. Those that were waived have nothing to return.
 */
export async function refundedOf(
  { database }: Pick<ReadDeps, 'database'>,
  { userId, limit = maxRows }: { userId: string; limit?: number },
): Promise<Instalment[]> {
  const rows = await refundedOfUser(database, { userId, limit })
  const lines = rows.filter(({ paidAmount }) => paidAmount).map((row) => ({ row, asked: plannedParts(row) }))
  return toInstalments(database, lines)
}

/** Open and refunding credits of a user, oldest first. */
export async function creditsOf(
  { database }: Pick<ReadDeps, 'database'>,
  { userId }: { userId: string },
): Promise<Credit[]> {
  return (await creditsOfUser(database, userId)).map(toCredit)
}

/** Refunded credits of a user, newest first. */
export async function returnedCreditsOf(
  { database }: Pick<ReadDeps, 'database'>,
  { userId, limit }: { userId: string; limit: number },
): Promise<ReturnedCredit[]> {
  const rows = await returnedCreditsOfUser(database, { userId, limit })
  return rows.map(({ credit: { id, key, reason, chargeId, createdAt }, refund, provider }) => ({
    id,
    reason: shownReason({ key, reason }),
    chargeId,
    createdAt,
    ...toReturn({ refund, provider }),
  }))
}

/** Returned money of charges, oldest first, by charge; without charges of which nothing was returned. */
export async function returnsOf(
  { database }: Pick<ReadDeps, 'database'>,
  { chargeIds }: { chargeIds: readonly string[] },
): Promise<Map<string, ChargeReturn[]>> {
  const rows = chargeIds.length > 0 ? await completedRefundsOf(database, chargeIds) : []
  return Map.groupBy(
    rows.map(({ refund, provider, isOfReceipt }) => ({
      chargeId: refund.chargeId ?? '',
      creditId: refund.creditId,
      isOfReceipt,
      ...toReturn({ refund, provider }),
    })),
    ({ chargeId }) => chargeId,
  )
}

function toReturn({ refund, provider }: { refund: RefundRow; provider: string }): MoneyReturn {
  const { amount, completedAt, createdAt, origin } = refund
  const isManual = provider === MANUAL_PROVIDER
  const [byBank, byTeam] = isManual ? (['mistake', 'hand'] as const) : (['bank', 'provider'] as const)
  return {
    amount,
    returnedAt: completedAt ?? createdAt,
    returnedBy: origin === 'chargeback' ? byBank : byTeam,
  }
}

/** Open and refunding credits of a look-up's charges, oldest first: its page is all that a guest has. */
export async function creditsOfLookup(
  { database }: Pick<ReadDeps, 'database'>,
  { consultationId }: { consultationId: string },
): Promise<Credit[]> {
  return (await keptCreditsOfLookup(database, consultationId)).map(toCredit)
}

function toCredit({ id, key, amount, reason, status, createdAt }: CreditRow): Credit {
  return { id, amount, reason: shownReason({ key, reason }), createdAt, isGoingBack: status === 'refunding' }
}

/** All instalments of an order, by number, with what its customer is asked for today. */
export async function ofOrder(
  deps: ReadDeps & Pick<PaymentsDeps, 'profileOf'>,
  { orderId }: { orderId: string },
): Promise<Instalment[]> {
  const rows = await instalmentsOfOrder(deps.database, orderId)
  const [{ userId } = {}] = rows
  const { documento = '' } = userId ? await deps.profileOf(userId) : {}
  return withAmountsDue(deps, rows, documento)
}

/**
 * A charge as its payer sees it; undefined when it does not exist or belongs to another user.
 *
 * @param userId the signed-in user; a guest's charge has no user and is authorised by its signed cookie
 */
export function chargeView(
  { database, clock }: Pick<ReadDeps, 'database' | 'clock'>,
  which: { chargeId: string; userId: string | undefined },
): Promise<ChargeView | undefined> {
  return chargeViewWithin(database, which, { clock })
}

/** `chargeView` in the caller's transaction. */
export async function chargeViewWithin(
  tx: Executor,
  { chargeId, userId }: { chargeId: string; userId: string | undefined },
  { clock }: Pick<ReadDeps, 'clock'>,
): Promise<ChargeView | undefined> {
  if (!isUuid(chargeId)) return undefined
  const charge = await findCharge(tx, chargeId)
  if (!charge || (charge.userId !== null && charge.userId !== userId)) return undefined
  return toView(tx, charge, clock.now())
}

/**
 * The payment that is due now: the charge of the session; otherwise the oldest pending instalment of the order just
 * signed; otherwise of any order. For an instalment, returns its open charge, or its charge under review, if there is
 * one.
 */
export async function currentPayment(
  deps: ReadDeps,
  {
    chargeId,
    orderId,
    userId,
    documento,
  }: Owner & { chargeId: string | undefined; orderId?: string | undefined },
): Promise<CurrentPayment> {
  const { database, clock } = deps
  const now = clock.now()
  const charge = chargeId && (await chargeView({ database, clock }, { chargeId, userId }))
  if (charge && !isResolved(charge)) return { kind: 'charge', charge }
  const oldest =
    (orderId && (await pendingOfOrder(database, orderId, userId))) ||
    (await pendingOfUser(database, userId, 1))[0]
  if (!oldest) return { kind: 'none' }
  const [instalment] = await withAmountsDue(deps, [oldest], documento)
  if (!instalment) return { kind: 'none' }
  const open = instalment.underReview
    ? await chargeUnderReviewFor(database, oldest.id)
    : await openChargeFor(database, oldest.id)
  const current = open && (await toView(database, open, now))
  const isShown = current?.phase === 'waiting' || instalment.underReview
  return current && isShown ? { kind: 'charge', charge: current } : { kind: 'instalment', instalment }
}

/** The order id comes from the client: only the user's own instalments count. */
async function pendingOfOrder(
  database: Executor,
  orderId: string,
  userId: string,
): Promise<InstalmentRow | undefined> {
  if (!isUuid(orderId)) return undefined
  const rows = await instalmentsOfOrder(database, orderId)
  return rows.find((row) => row.userId === userId && row.status === 'pending')
}

/** Whether the team has resolved an amount mismatch or a reversal, so that its instalments are payable again. */
function isResolved({ phase, instalments }: ChargeView): boolean {
  const isMismatchedOrReversed = phase === 'amount_mismatch' || phase === 'reversed'
  return (
    isMismatchedOrReversed &&
    instalments.some(({ status }) => status === 'pending') &&
    !instalments.some(({ underReview }) => underReview)
  )
}

async function chargeUnderReviewFor(
  database: Executor,
  instalmentId: string,
): Promise<ChargeRow | undefined> {
  const chargeId = (await instalmentsUnderReview(database, [instalmentId])).get(instalmentId)
  return chargeId ? findCharge(database, chargeId) : undefined
}

/** Phases of many charges by id, in two queries. */
export async function phasesOf(
  { database, clock }: ReadDeps,
  { chargeIds }: { chargeIds: readonly string[] },
): Promise<Map<string, ChargePhase>> {
  if (chargeIds.length === 0) return new Map()
  const now = clock.now()
  const rows = await statusesOf(database, chargeIds)
  const inDoubt = await chargesInDoubt(database, chargeIds)
  return new Map(rows.map((row) => [row.id, phaseNow(row, { inDoubt, now })]))
}

function phaseNow(
  charge: Parameters<typeof payableUntil>[0] & Pick<ChargeRow, 'id' | 'status'>,
  { inDoubt, now }: { inDoubt: ReadonlySet<string>; now: Date },
) {
  const { id, status } = charge
  return phaseOf({ status, expiresAt: payableUntil(charge), now, isInDoubt: inDoubt.has(id) })
}

/** @param rows of one user */
async function withAmountsDue(
  deps: ReadDeps,
  rows: readonly InstalmentRow[],
  documento = '',
): Promise<Instalment[]> {
  const owner = rows.find(({ status }) => status === 'pending')
  const dueOf = owner
    ? await dueBesideCredits(deps.database, { userId: owner.userId, documento }, deps)
    : plannedParts
  const lines = rows.map((row) => ({ row, asked: row.status === 'pending' ? dueOf(row) : plannedParts(row) }))
  return toInstalments(deps.database, lines)
}

export function plannedParts({ amount }: InstalmentRow): AmountParts {
  return { amount, lateFee: 0, interest: 0, discount: 0 }
}

async function toInstalments(
  database: Executor,
  lines: readonly { row: InstalmentRow; asked: AmountParts }[],
): Promise<Instalment[]> {
  const pending = lines.map(({ row }) => row).filter(({ status }) => status === 'pending')
  const underReview = await instalmentsUnderReview(
    database,
    pending.map(({ id }) => id),
  )
  const byHand = await manualPaymentsAmong(
    database,
    lines.flatMap(({ row }) => row.paidWith ?? []),
  )
  const paid = lines.filter(({ row }) => row.status === 'paid')
  const ofCharge = await paidByTheirCharge(
    database,
    lines.flatMap(({ row }) => (row.paidBy ? [row.id] : [])),
  )
  const receiptIdOf = ({ id, paidBy, paidWith, paidAmount }: InstalmentRow) => {
    if (paidBy && ofCharge.has(id)) return paidBy
    // What a credit did not reach was forgiven: nothing was received for it.
    return paidWith && paidAmount ? id : undefined
  }
  const returned = await returnedAmong(
    database,
    paid.map(({ row }) => row.id),
  )
  return lines.map(({ row, asked }) =>
    toInstalment(row, asked, {
      returned: returned.get(row.id),
      receiptId: receiptIdOf(row),
      underReview: underReview.has(row.id),
      byHand: row.paidWith ? byHand.get(row.paidWith) : undefined,
    }),
  )
}

export function toInstalment(
  row: InstalmentRow,
  asked: AmountParts,
  {
    underReview = false,
    byHand,
    returned,
    receiptId,
  }: Partial<Pick<Instalment, 'underReview' | 'byHand' | 'returned' | 'receiptId'>> = {},
): Instalment {
  const { id, orderId, serviceTitle, paymentType, number, kind, dueDate, status, paidAmount } = row
  const { amount, lateFee, interest, discount } = asked
  return {
    id,
    orderId,
    serviceTitle,
    paymentType,
    number,
    kind,
    dueDate,
    status,
    amount,
    lateFee,
    interest,
    discount,
    total: paidAmount ?? amountOf(asked),
    method: row.paymentMethod,
    postponedFrom: row.postponedFrom ?? undefined,
    paidAt: row.paymentDate ?? undefined,
    paidBy: row.paidBy ?? undefined,
    receiptId,
    byHand,
    returned,
    isRenegotiated: row.renegotiatedIn !== null,
    underReview,
  }
}

/**
 * Whether the team has decided about a partial payment of a look-up: nothing waits for a review any more, and another charge
 * can pay for the look-up.
 */
async function isDecidedMismatch(database: Executor, { id, status, purpose }: ChargeRow): Promise<boolean> {
  const isMismatch = purpose === 'consultation' && status === 'amount_mismatch'
  return isMismatch && !(await hasKeptCredit(database, id))
}

async function toView(database: Executor, charge: ChargeRow, now: Date): Promise<ChargeView> {
  const inDoubt = await chargesInDoubt(database, [charge.id])
  return {
    id: charge.id,
    phase: (await isDecidedMismatch(database, charge)) ? 'cancelled' : phaseNow(charge, { inDoubt, now }),
    isChargedBack: charge.status === 'charged_back',
    isDisputed: charge.status === 'in_mediation',
    provider: charge.provider,
    method: charge.method,
    amount: charge.amount,
    description: charge.description,
    purpose: purposeOf(charge),
    code: charge.qrCode ?? undefined,
    ticketUrl: charge.ticketUrl ?? undefined,
    initPoint: charge.initPoint ?? undefined,
    expiresAt: payableUntil(charge),
    lastError: charge.lastError ?? undefined,
    instalments: await toInstalments(database, await coveredInstalments(database, charge.id)),
  }
}
