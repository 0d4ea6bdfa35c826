import { and, asc, desc, eq, inArray, isNotNull, lte, ne, sql } from 'drizzle-orm'
import type { Centavos } from '../../core/money.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { openStatuses } from './domain/charge.ts'
import { chargeHistory, chargePayments, charges, credits } from './tables.server.ts'

export type ChargeRow = typeof charges.$inferSelect
export type NewCharge = typeof charges.$inferInsert

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

/** Charges over any of these instalments that may still be paid, but the one excepted. */
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
        inArray(charges.status, [...openStatuses]),
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

export function chargesOfConcern(executor: Executor, limit: number): Promise<ChargeRow[]> {
  return executor
    .select()
    .from(charges)
    .where(sql`${charges.status} in ('divergent', 'charged_back', 'in_mediation', 'failed')`)
    .orderBy(desc(charges.createdAt))
    .limit(limit)
}
