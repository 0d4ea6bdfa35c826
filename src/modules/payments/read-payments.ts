import type { Clock } from '../../core/clock.ts'
import { isUuid } from '../../core/ids.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type ChargeRow, findCharge, openChargeOver, statusesOf } from './charges-store.server.ts'
import { type ChargePhase, phaseOf } from './domain/phase.ts'
import {
  coveredInstalments,
  type InstalmentRow,
  instalmentsOfOrder,
  paidOfUser,
  pendingOfUser,
} from './instalments-store.server.ts'
import type { ChargeView, CurrentPayment, Instalment } from './public.ts'

interface Reading {
  database: Executor
  clock: Clock
}

/** A list a person sees is cut here; nobody has more. */
const most = 500

/** What a person owes, oldest due date first. */
export async function pendingOf({
  database,
  userId,
}: {
  database: Executor
  userId: string
}): Promise<Instalment[]> {
  return (await pendingOfUser(database, userId, most)).map(toInstalment)
}

/** What a person has paid, the latest first. */
export async function paidOf({
  database,
  userId,
}: {
  database: Executor
  userId: string
}): Promise<Instalment[]> {
  return (await paidOfUser(database, userId, most)).map(toInstalment)
}

/** An order's plan, in the order of its numbers. */
export async function ofOrder({
  database,
  orderId,
}: {
  database: Executor
  orderId: string
}): Promise<Instalment[]> {
  return (await instalmentsOfOrder(database, orderId)).map(toInstalment)
}

/**
 * A charge as its payer sees it; undefined when there is none, or when it is another person's.
 *
 * @param userId the person signed in; a guest's charge has no person and is shown to whoever holds its signed cookie
 */
export async function chargeView({
  database,
  clock,
  chargeId,
  userId,
}: Reading & { chargeId: string; userId: string | undefined }): Promise<ChargeView | undefined> {
  if (!isUuid(chargeId)) return undefined
  const charge = await findCharge(database, chargeId)
  if (!charge || (charge.userId !== null && charge.userId !== userId)) return undefined
  return toView(charge, await coveredInstalments(database, chargeId), clock.now())
}

/**
 * What there is to pay now: the charge in the person's session, else the open charge of the oldest open instalment, else
 * that instalment, else nothing.
 */
export async function currentPayment({
  database,
  clock,
  chargeId,
  userId,
}: Reading & { chargeId: string | undefined; userId: string }): Promise<CurrentPayment> {
  const charge = chargeId && (await chargeView({ database, clock, chargeId, userId }))
  if (charge) return { kind: 'charge', charge }
  const [oldest] = await pendingOfUser(database, userId, 1)
  if (!oldest) return { kind: 'none' }
  const open = await openChargeOver(database, oldest.id)
  if (
    open &&
    phaseOf({ status: open.status, expiresAt: open.expiresAt ?? undefined, now: clock.now() }) === 'waiting'
  ) {
    return { kind: 'charge', charge: toView(open, await coveredInstalments(database, open.id), clock.now()) }
  }
  return { kind: 'instalment', instalment: toInstalment(oldest) }
}

/** Where many charges stand, in one question to the database. */
export async function phasesOf({
  database,
  clock,
  chargeIds,
}: Reading & { chargeIds: readonly string[] }): Promise<Map<string, ChargePhase>> {
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

function toInstalment(row: InstalmentRow): Instalment {
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
  }
}

function toView(charge: ChargeRow, covered: readonly InstalmentRow[], now: Date): ChargeView {
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
    instalments: covered.map(toInstalment),
  }
}
