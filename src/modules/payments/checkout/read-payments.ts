import { isUuid } from '../../../core/ids.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { type ChargeRow, findCharge, statusesOf } from '../charges/store.server.ts'
import { creditsOfUser, instalmentsUnderReview } from '../credits/store.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type ChargePhase, phaseOf } from '../domain/phase.ts'
import { type AmountParts, amountOf } from '../domain/settlement.ts'
import { coveredInstalments, openChargeOver } from '../instalments/charge-lines-store.server.ts'
import { dueToday } from '../instalments/due-today.ts'
import {
  type InstalmentRow,
  instalmentsOfOrder,
  paidOfUser,
  pendingOfUser,
} from '../instalments/store.server.ts'
import type { ChargeView, Credit, CurrentPayment, Instalment } from '../public.ts'

type Reading = Pick<PaymentsDeps, 'clock' | 'terms'> & { database: Executor }

/** Whose instalments are read; without a document they are a person's. */
interface Reader {
  userId: string
  documento?: string | undefined
}

/** A list a person sees is cut here; nobody has more. */
const most = 500

/** What a person owes, oldest due date first, at what it costs today. */
export async function pendingOf(reading: Reading, { userId, documento }: Reader): Promise<Instalment[]> {
  return owedToday(reading, await pendingOfUser(reading.database, userId, most), documento)
}

/** What a person has paid, the latest first. */
export async function paidOf(reading: Reading, { userId }: Pick<Reader, 'userId'>): Promise<Instalment[]> {
  return owedToday(reading, await paidOfUser(reading.database, userId, most))
}

/** A person's money that pays for nothing yet: ours to give back or to use, never lost. The oldest first. */
export async function creditsOf(
  { database }: Pick<Reading, 'database'>,
  { userId }: { userId: string },
): Promise<Credit[]> {
  const rows = await creditsOfUser(database, userId)
  return rows.map(({ id, amount, reason, status, createdAt }) => ({
    ...{ id, amount, reason, createdAt },
    isGoingBack: status === 'refunding',
  }))
}

/** An order's plan, in the order of its numbers. */
export async function ofOrder(
  reading: Reading,
  { orderId, documento }: Pick<Reader, 'documento'> & { orderId: string },
): Promise<Instalment[]> {
  return owedToday(reading, await instalmentsOfOrder(reading.database, orderId), documento)
}

/**
 * A charge as its payer sees it; undefined when there is none, or when it is another person's.
 *
 * @param userId the person signed in; a guest's charge has no person and is shown to whoever holds its signed cookie
 */
export function chargeView(
  { database, clock }: Pick<Reading, 'database' | 'clock'>,
  which: { chargeId: string; userId: string | undefined },
): Promise<ChargeView | undefined> {
  return chargeViewWithin(database, which, { clock })
}

/** The same, read in the caller's transaction. */
export async function chargeViewWithin(
  tx: Executor,
  { chargeId, userId }: { chargeId: string; userId: string | undefined },
  { clock }: Pick<Reading, 'clock'>,
): Promise<ChargeView | undefined> {
  if (!isUuid(chargeId)) return undefined
  const charge = await findCharge(tx, chargeId)
  if (!charge || (charge.userId !== null && charge.userId !== userId)) return undefined
  return toView(tx, charge, clock.now())
}

/**
 * What there is to pay now: the charge in the person's session, else the oldest open instalment of the order they just
 * signed, else of any: its open charge (or the one whose money the desk is looking at), or itself; else nothing.
 */
export async function currentPayment(
  reading: Reading,
  {
    chargeId,
    orderId,
    userId,
    documento,
  }: Reader & { chargeId: string | undefined; orderId?: string | undefined },
): Promise<CurrentPayment> {
  const { database, clock } = reading
  const now = clock.now()
  const charge = chargeId && (await chargeView({ database, clock }, { chargeId, userId }))
  if (charge && !isDecided(charge)) return { kind: 'charge', charge }
  const oldest =
    (orderId && (await pendingOfOrder(database, orderId, userId))) ||
    (await pendingOfUser(database, userId, 1))[0]
  if (!oldest) return { kind: 'none' }
  const [instalment] = await owedToday(reading, [oldest], documento)
  if (!instalment) return { kind: 'none' }
  const open = instalment.underReview
    ? await mismatchedChargeOver(database, oldest.id)
    : await openChargeOver(database, oldest.id)
  const phase = open && phaseOf({ status: open.status, expiresAt: open.expiresAt ?? undefined, now })
  if (open && (phase === 'waiting' || phase === 'amount_mismatch')) {
    return { kind: 'charge', charge: await toView(database, open, now) }
  }
  return { kind: 'instalment', instalment }
}

/** The order may be anybody's: only the person's own instalments count. */
async function pendingOfOrder(
  database: Executor,
  orderId: string,
  userId: string,
): Promise<InstalmentRow | undefined> {
  if (!isUuid(orderId)) return undefined
  const rows = await instalmentsOfOrder(database, orderId)
  return rows.find((row) => row.userId === userId && row.status === 'pending')
}

/** Another amount had come, or the money went back, and the desk has dealt with it: what it was for is to be paid like anything else. */
function isDecided({ phase, instalments }: ChargeView): boolean {
  const isPast = phase === 'amount_mismatch' || phase === 'reversed'
  return (
    isPast &&
    instalments.some(({ status }) => status === 'pending') &&
    !instalments.some((one) => one.underReview)
  )
}

async function mismatchedChargeOver(
  database: Executor,
  instalmentId: string,
): Promise<ChargeRow | undefined> {
  const chargeId = (await instalmentsUnderReview(database, [instalmentId])).get(instalmentId)
  return chargeId ? findCharge(database, chargeId) : undefined
}

/** Where many charges stand, in one question to the database. */
export async function phasesOf(
  { database, clock }: Reading,
  { chargeIds }: { chargeIds: readonly string[] },
): Promise<Map<string, ChargePhase>> {
  if (chargeIds.length === 0) return new Map()
  const now = clock.now()
  const rows = await statusesOf(database, chargeIds)
  return new Map(
    rows.map(({ id, status, expiresAt }) => [
      id,
      phaseOf({ status, expiresAt: expiresAt ?? undefined, now }),
    ]),
  )
}

function owedToday(reading: Reading, rows: readonly InstalmentRow[], documento = ''): Promise<Instalment[]> {
  const dueOf = dueToday(reading, { documento })
  const lines = rows.map((row) => ({ row, asked: row.status === 'pending' ? dueOf(row) : plannedParts(row) }))
  return toInstalments(reading.database, lines)
}

export function plannedParts({ amount }: InstalmentRow): AmountParts {
  return { amount, lateFee: 0, interest: 0, discount: 0 }
}

async function toInstalments(
  database: Executor,
  lines: readonly { row: InstalmentRow; asked: AmountParts }[],
): Promise<Instalment[]> {
  const pending = lines.map(({ row }) => row).filter(({ status }) => status === 'pending')
  const checked = await instalmentsUnderReview(
    database,
    pending.map(({ id }) => id),
  )
  return lines.map(({ row, asked }) => toInstalment(row, asked, checked.has(row.id)))
}

export function toInstalment(row: InstalmentRow, asked: AmountParts, underReview: boolean): Instalment {
  const { id, orderId, serviceTitle, paymentType, number, kind, dueDate, status, paidAmount } = row
  const { amount, lateFee, interest, discount } = asked
  return {
    ...{ id, orderId, serviceTitle, paymentType, number, kind, dueDate, status },
    ...{ amount, lateFee, interest, discount },
    total: paidAmount ?? amountOf(asked),
    method: row.paymentMethod,
    paidAt: row.paymentDate ?? undefined,
    paidBy: row.paidBy ?? undefined,
    underReview,
  }
}

async function toView(database: Executor, charge: ChargeRow, now: Date): Promise<ChargeView> {
  const expiresAt = charge.expiresAt ?? undefined
  return {
    id: charge.id,
    phase: phaseOf({ status: charge.status, expiresAt, now }),
    method: charge.method,
    amount: charge.amount,
    description: charge.description,
    purpose:
      charge.purpose === 'consultation' && charge.purposeId
        ? { kind: 'consultation', id: charge.purposeId }
        : { kind: 'instalments' },
    code: charge.qrCode ?? undefined,
    ticketUrl: charge.ticketUrl ?? undefined,
    initPoint: charge.initPoint ?? undefined,
    expiresAt,
    lastError: charge.lastError ?? undefined,
    instalments: await toInstalments(database, await coveredInstalments(database, charge.id)),
  }
}
