import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, ne, or } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { PaymentsDeps } from './deps.ts'
import { type ChargeStatus, chargeMachine, openStatuses } from './domain/charge.ts'
import { type Asked, askedFor, type ChargeLine } from './domain/settlement.ts'
import type { ProviderPayment } from './ports.ts'
import { chargeHistory, chargePayments, charges, payments } from './tables.server.ts'

export type ChargeRow = typeof charges.$inferSelect
export type NewCharge = typeof charges.$inferInsert

/** An instalment in a charge: what is owed of it, and what time added or took. Centavos. */
export interface Cover extends Asked {
  paymentId: string
}

/** False when the same selection already has a charge that may still be paid: the unique index decides. */
export async function insertCharge(
  tx: Executor,
  charge: NewCharge,
  covers: readonly Cover[],
): Promise<boolean> {
  const inserted = await tx.insert(charges).values(charge).onConflictDoNothing().returning({ id: charges.id })
  if (inserted.length === 0) return false
  if (covers.length > 0) {
    await tx.insert(chargePayments).values(covers.map((cover) => ({ ...cover, chargeId: charge.id })))
  }
  return true
}

export async function findCharge(executor: Executor, id: string): Promise<ChargeRow | undefined> {
  return (await executor.select().from(charges).where(eq(charges.id, id)))[0]
}

/** A person's own charge that received what it asked, whatever was said of the money since. */
export async function findSettledCharge(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<ChargeRow | undefined> {
  const [row] = await executor
    .select()
    .from(charges)
    .where(and(eq(charges.id, id), eq(charges.userId, userId), isNotNull(charges.settledAt)))
  return row
}

export async function lockCharge(tx: Transaction, id: string): Promise<ChargeRow | undefined> {
  return (await tx.select().from(charges).where(eq(charges.id, id)).for('no key update'))[0]
}

/** The open charge of a selection, if it has one. */
export async function lockOpenBySelection(tx: Transaction, key: string): Promise<ChargeRow | undefined> {
  const found = tx.select().from(charges).where(isOpenSelection(key))
  return (await found.for('no key update'))[0]
}

export async function findOpenBySelection(executor: Executor, key: string): Promise<ChargeRow | undefined> {
  return (await executor.select().from(charges).where(isOpenSelection(key)))[0]
}

const isOpenSelection = (key: string) =>
  and(eq(charges.selectionKey, key), inArray(charges.status, [...openStatuses]))

/** Which charge a provider's payment belongs to: by its id, or, before we knew that, by our reference. */
export async function findByReport(
  executor: Executor,
  { provider, report: { providerId, reference } }: { provider: string; report: ProviderPayment },
): Promise<ChargeRow | undefined> {
  const at = eq(charges.provider, provider)
  const [byId] = await executor
    .select()
    .from(charges)
    .where(and(at, eq(charges.providerId, providerId)))
  if (byId || reference === undefined) return byId
  return (
    await executor
      .select()
      .from(charges)
      .where(and(at, eq(charges.reference, reference)))
  )[0]
}

export async function updateCharge(tx: Executor, id: string, change: Partial<NewCharge>): Promise<void> {
  await tx.update(charges).set(change).where(eq(charges.id, id))
}

/**
 * Moves a charge and writes down who or what moved it.
 *
 * @throws Error for a move that charges do not make: a bug, never a refusal
 */
export async function moveCharge(
  tx: Transaction,
  {
    charge,
    to,
    cause,
    report,
    change,
  }: {
    charge: Pick<ChargeRow, 'id' | 'status'>
    to: ChargeStatus
    cause: string
    report?: Pick<ProviderPayment, 'providerId' | 'status' | 'detail'>
    change?: Partial<Omit<NewCharge, 'status'>>
  },
  { clock, newId }: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<void> {
  const { id: chargeId, status: from } = charge
  const moved = chargeMachine.move(from, to)
  if (!moved.ok) throw new Error(`charge ${chargeId}: ${moved.detail}`)
  await updateCharge(tx, chargeId, { ...change, status: to })
  await tx.insert(chargeHistory).values({
    ...{ id: newId(), chargeId, from, to, cause, at: clock.now() },
    providerId: report?.providerId ?? null,
    providerStatus: report?.status ?? null,
    providerDetail: report?.detail ?? null,
  })
}

/** A line of a charge; one that is for no instalment has a single line. */
export type LockedLine =
  | (ChargeLine & { instalmentId: undefined })
  | (ChargeLine & { instalmentId: string; orderId: string; userId: string } & Asked)

/** What a charge covers, its instalments locked. The charge itself must be locked before. */
export async function lockLines(tx: Transaction, charge: ChargeRow): Promise<LockedLine[]> {
  if (charge.purpose !== 'instalments') {
    return [{ instalmentId: undefined, asked: charge.amount, status: 'pending' }]
  }
  const rows = await tx
    .select({
      ...{ instalmentId: payments.id, orderId: payments.orderId, userId: payments.userId },
      status: payments.status,
      ...{ amount: chargePayments.amount, lateFee: chargePayments.lateFee },
      ...{ interest: chargePayments.interest, discount: chargePayments.discount },
    })
    .from(payments)
    .innerJoin(chargePayments, eq(chargePayments.paymentId, payments.id))
    .where(eq(chargePayments.chargeId, charge.id))
    .orderBy(asc(payments.id))
    .for('no key update', { of: payments })
  return rows.map((row) => ({ ...row, asked: askedFor(row) }))
}

/** Charges over any of these instalments that may still be paid, a refused card's page too, but the one excepted. */
export async function openChargesOver(
  executor: Executor,
  { paymentIds, except }: { paymentIds: readonly string[]; except?: string },
): Promise<string[]> {
  if (paymentIds.length === 0) return []
  const rows = await executor
    .selectDistinct({ id: charges.id })
    .from(charges)
    .innerJoin(chargePayments, eq(chargePayments.chargeId, charges.id))
    .where(
      and(
        inArray(chargePayments.paymentId, [...paymentIds]),
        or(
          inArray(charges.status, [...openStatuses]),
          and(eq(charges.status, 'rejected'), isNotNull(charges.preferenceId)),
        ),
        except === undefined ? undefined : ne(charges.id, except),
      ),
    )
  return rows.map(({ id }) => id)
}

/** The newest charge that covers an instalment and may still be paid. */
export async function openChargeOver(executor: Executor, paymentId: string): Promise<ChargeRow | undefined> {
  const [row] = await executor
    .select({ charge: charges })
    .from(charges)
    .innerJoin(chargePayments, eq(chargePayments.chargeId, charges.id))
    .where(and(eq(chargePayments.paymentId, paymentId), inArray(charges.status, [...openStatuses])))
    .orderBy(desc(charges.createdAt))
    .limit(1)
  return row?.charge
}

export function chargesToCheck(executor: Executor, now: Date, limit: number): Promise<{ id: string }[]> {
  return executor
    .select({ id: charges.id })
    .from(charges)
    .where(lte(charges.nextCheckAt, now))
    .orderBy(asc(charges.nextCheckAt))
    .limit(limit)
}

/** What the live page asks of all the charges it watches, in one question. */
export function statusesOf(
  executor: Executor,
  ids: readonly string[],
): Promise<Pick<ChargeRow, 'id' | 'status' | 'expiresAt'>[]> {
  return executor
    .select({ id: charges.id, status: charges.status, expiresAt: charges.expiresAt })
    .from(charges)
    .where(inArray(charges.id, [...ids]))
}

/** Charges the provider refused to make, or made wrongly: only the owner can help. */
export function failedCharges(executor: Executor, limit: number): Promise<ChargeRow[]> {
  return executor
    .select()
    .from(charges)
    .where(and(eq(charges.status, 'failed'), isNull(charges.reviewedAt)))
    .orderBy(asc(charges.createdAt))
    .limit(limit)
}
