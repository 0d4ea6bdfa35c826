import type { Clock } from '../../core/clock.ts'
import { isUuid } from '../../core/ids.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type ChargeRow, findCharge, openChargeOver, statusesOf } from './charges-store.server.ts'
import { creditsOfUser } from './credits-store.server.ts'
import { type ChargePhase, phaseOf } from './domain/phase.ts'
import {
  coveredInstalments,
  type InstalmentRow,
  instalmentsOfOrder,
  paidOfUser,
  pendingOfUser,
  underReview,
} from './instalments-store.server.ts'
import type { ChargeView, Credit, CurrentPayment, Instalment } from './public.ts'

interface Reading {
  database: Executor
  clock: Clock
}

/** A list a person sees is cut here; nobody has more. */
const most = 500

/** What a person owes, oldest due date first. */
export async function pendingOf(
  { database }: Pick<Reading, 'database'>,
  { userId }: { userId: string },
): Promise<Instalment[]> {
  return toInstalments(database, await pendingOfUser(database, userId, most))
}

/** What a person has paid, the latest first. */
export async function paidOf(
  { database }: Pick<Reading, 'database'>,
  { userId }: { userId: string },
): Promise<Instalment[]> {
  return toInstalments(database, await paidOfUser(database, userId, most))
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
  { database }: Pick<Reading, 'database'>,
  { orderId }: { orderId: string },
): Promise<Instalment[]> {
  return toInstalments(database, await instalmentsOfOrder(database, orderId))
}

/**
 * A charge as its payer sees it; undefined when there is none, or when it is another person's.
 *
 * @param userId the person signed in; a guest's charge has no person and is shown to whoever holds its signed cookie
 */
export async function chargeView(
  { database, clock }: Reading,
  { chargeId, userId }: { chargeId: string; userId: string | undefined },
): Promise<ChargeView | undefined> {
  if (!isUuid(chargeId)) return undefined
  const charge = await findCharge(database, chargeId)
  if (!charge || (charge.userId !== null && charge.userId !== userId)) return undefined
  return toView(database, charge, clock.now())
}

/**
 * What there is to pay now: the charge in the person's session, else the oldest open instalment of the order they just
 * signed, else of any: its open charge (or the one whose money the desk is looking at), or itself; else nothing.
 */
export async function currentPayment(
  { database, clock }: Reading,
  {
    chargeId,
    orderId,
    userId,
  }: { chargeId: string | undefined; orderId?: string | undefined; userId: string },
): Promise<CurrentPayment> {
  const now = clock.now()
  const charge = chargeId && (await chargeView({ database, clock }, { chargeId, userId }))
  if (charge && !isDecided(charge)) return { kind: 'charge', charge }
  const oldest =
    (orderId && (await pendingOfOrder(database, orderId, userId))) ||
    (await pendingOfUser(database, userId, 1))[0]
  if (!oldest) return { kind: 'none' }
  const [instalment] = await toInstalments(database, [oldest])
  if (!instalment) return { kind: 'none' }
  const open = instalment.underReview
    ? await divergentChargeOver(database, oldest.id)
    : await openChargeOver(database, oldest.id)
  const phase = open && phaseOf({ status: open.status, expiresAt: open.expiresAt ?? undefined, now })
  if (open && (phase === 'waiting' || phase === 'divergent')) {
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
  const isPast = phase === 'divergent' || phase === 'reversed'
  return (
    isPast &&
    instalments.some(({ status }) => status === 'pending') &&
    !instalments.some((one) => one.underReview)
  )
}

async function divergentChargeOver(database: Executor, paymentId: string): Promise<ChargeRow | undefined> {
  const chargeId = (await underReview(database, [paymentId])).get(paymentId)
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

async function toInstalments(database: Executor, rows: readonly InstalmentRow[]): Promise<Instalment[]> {
  const pending = rows.filter(({ status }) => status === 'pending')
  const checked = await underReview(
    database,
    pending.map(({ id }) => id),
  )
  return rows.map((row) => toInstalment(row, checked.has(row.id)))
}

export function toInstalment(row: InstalmentRow, underReview: boolean): Instalment {
  const { id, orderId, serviceTitle, paymentType, number, kind, amount, dueDate, status } = row
  return {
    id,
    orderId,
    serviceTitle,
    paymentType,
    number,
    kind,
    amount,
    dueDate,
    status,
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
