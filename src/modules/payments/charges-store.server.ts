import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, ne, sql } from 'drizzle-orm'
import type { Centavos } from '../../core/money.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { openStatuses } from './domain/charge.ts'
import { chargeHistory, chargePayments, charges, credits, providerEvents, refunds } from './tables.server.ts'

export type ChargeRow = typeof charges.$inferSelect
export type NewCharge = typeof charges.$inferInsert
export type CreditRow = typeof credits.$inferSelect
export type RefundRow = typeof refunds.$inferSelect

/** False when the same selection already has a charge that may still be paid: the unique index decides. */
export async function insertCharge(
  tx: Executor,
  charge: NewCharge,
  covers: readonly { paymentId: string; amount: Centavos }[],
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

export async function lockCharge(tx: Transaction, id: string): Promise<ChargeRow | undefined> {
  return (await tx.select().from(charges).where(eq(charges.id, id)).for('update'))[0]
}

/** The open charge of a selection, if it has one. */
export async function lockOpenBySelection(tx: Transaction, key: string): Promise<ChargeRow | undefined> {
  const found = tx.select().from(charges).where(isOpenSelection(key))
  return (await found.for('update'))[0]
}

export async function findOpenBySelection(executor: Executor, key: string): Promise<ChargeRow | undefined> {
  return (await executor.select().from(charges).where(isOpenSelection(key)))[0]
}

const isOpenSelection = (key: string) =>
  and(eq(charges.selectionKey, key), inArray(charges.status, [...openStatuses]))

/** Which charge a provider's payment belongs to: by its id, or, before we knew that, by our reference. */
export async function findByReport(
  executor: Executor,
  { providerId, reference }: { providerId: string; reference: string | undefined },
): Promise<ChargeRow | undefined> {
  const [byId] = await executor.select().from(charges).where(eq(charges.providerId, providerId))
  if (byId || reference === undefined) return byId
  return (await executor.select().from(charges).where(eq(charges.reference, reference)))[0]
}

export async function updateCharge(tx: Executor, id: string, change: Partial<NewCharge>): Promise<void> {
  await tx.update(charges).set(change).where(eq(charges.id, id))
}

export async function insertHistory(tx: Executor, row: typeof chargeHistory.$inferInsert): Promise<void> {
  await tx.insert(chargeHistory).values(row)
}

/** Other charges over any of these instalments that may still be paid. */
export async function openChargesOver(
  executor: Executor,
  { paymentIds, except }: { paymentIds: readonly string[]; except: string },
): Promise<string[]> {
  if (paymentIds.length === 0) return []
  const rows = await executor
    .selectDistinct({ id: charges.id })
    .from(charges)
    .innerJoin(chargePayments, eq(chargePayments.chargeId, charges.id))
    .where(
      and(
        inArray(chargePayments.paymentId, [...paymentIds]),
        inArray(charges.status, [...openStatuses]),
        ne(charges.id, except),
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

/** Those of these provider payments that have already paid a charge. */
export async function bookedProviderIds(executor: Executor, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await executor
    .select({ id: charges.providerId })
    .from(charges)
    .where(and(inArray(charges.providerId, [...ids]), isNotNull(charges.settledAt)))
  const credited = await executor
    .select({ id: credits.providerId })
    .from(credits)
    .where(inArray(credits.providerId, [...ids]))
  return new Set([...rows, ...credited].flatMap(({ id }) => id ?? []))
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

/** False when it was known already. */
export async function insertCredit(tx: Executor, credit: CreditRow): Promise<boolean> {
  const rows = await tx.insert(credits).values(credit).onConflictDoNothing().returning({ id: credits.id })
  return rows.length > 0
}

export function openCredits(executor: Executor, limit: number): Promise<CreditRow[]> {
  return executor
    .select()
    .from(credits)
    .where(eq(credits.status, 'open'))
    .orderBy(asc(credits.createdAt))
    .limit(limit)
}

export async function closeCredit(
  tx: Executor,
  { id, by, resolution, at }: { id: string; by: string; resolution: string; at: Date },
): Promise<boolean> {
  const rows = await tx
    .update(credits)
    .set({ status: 'resolved', resolvedAt: at, resolvedBy: by, resolution })
    .where(and(eq(credits.id, id), eq(credits.status, 'open')))
    .returning({ id: credits.id })
  return rows.length > 0
}

export function chargesOfConcern(executor: Executor, limit: number): Promise<ChargeRow[]> {
  return executor
    .select()
    .from(charges)
    .where(sql`${charges.status} in ('divergent', 'charged_back', 'in_mediation', 'failed')`)
    .orderBy(desc(charges.createdAt))
    .limit(limit)
}

/** False when this delivery was received before. */
export async function insertEvent(tx: Executor, event: typeof providerEvents.$inferInsert): Promise<boolean> {
  const rows = await tx
    .insert(providerEvents)
    .values(event)
    .onConflictDoNothing({ target: providerEvents.deliveryKey })
    .returning({ id: providerEvents.id })
  return rows.length > 0
}

export async function findEvent(executor: Executor, id: string) {
  return (await executor.select().from(providerEvents).where(eq(providerEvents.id, id)))[0]
}

export async function markProcessed(executor: Executor, id: string, at: Date): Promise<void> {
  await executor
    .update(providerEvents)
    .set({ processedAt: at })
    .where(and(eq(providerEvents.id, id), isNull(providerEvents.processedAt)))
}

export function eventsWaiting(executor: Executor, before: Date, limit: number): Promise<{ id: string }[]> {
  return executor
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(isNull(providerEvents.processedAt), lte(providerEvents.receivedAt, before)))
    .orderBy(asc(providerEvents.receivedAt))
    .limit(limit)
}

export async function insertRefund(tx: Executor, refund: RefundRow): Promise<void> {
  await tx.insert(refunds).values(refund)
}

export async function findRefund(executor: Executor, id: string): Promise<RefundRow | undefined> {
  return (await executor.select().from(refunds).where(eq(refunds.id, id)))[0]
}

export function refundsOf(executor: Executor, chargeId: string): Promise<RefundRow[]> {
  return executor.select().from(refunds).where(eq(refunds.chargeId, chargeId))
}

export async function updateRefund(tx: Executor, id: string, change: Partial<RefundRow>): Promise<void> {
  await tx.update(refunds).set(change).where(eq(refunds.id, id))
}
