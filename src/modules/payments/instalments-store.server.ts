import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { chargePayments, charges, credits, payments } from './tables.server.ts'

export type InstalmentRow = typeof payments.$inferSelect

export async function insertInstalments(tx: Executor, rows: InstalmentRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(payments).values(rows)
}

/** A person's own instalments among `ids`. */
export function ownInstalments(
  executor: Executor,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), inArray(payments.id, [...ids])))
}

/** A person's own instalments among `ids`, locked until the transaction ends. */
export function lockOwnInstalments(
  tx: Transaction,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<InstalmentRow[]> {
  return tx
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), inArray(payments.id, [...ids])))
    .orderBy(asc(payments.id))
    .for('update')
}

/** All that is still to be paid by card on an order: one purchase, however many instalments the card takes. */
export async function pendingCardInstalmentIds(
  executor: Executor,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<string[]> {
  const rows = await executor
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.userId, userId),
        eq(payments.status, 'pending'),
        eq(payments.paymentMethod, 'credit_card'),
      ),
    )
  return rows.map(({ id }) => id)
}

/** What a charge covers, locked. The charge itself must be locked before, always in this order. */
export async function lockCovered(tx: Transaction, chargeId: string): Promise<InstalmentRow[]> {
  const ids = await coveredIds(tx, chargeId)
  if (ids.length === 0) return []
  return tx.select().from(payments).where(inArray(payments.id, ids)).orderBy(asc(payments.id)).for('update')
}

async function coveredIds(executor: Executor, chargeId: string): Promise<string[]> {
  const rows = await executor
    .select({ id: chargePayments.paymentId })
    .from(chargePayments)
    .where(eq(chargePayments.chargeId, chargeId))
  return rows.map(({ id }) => id)
}

export function coveredInstalments(executor: Executor, chargeId: string): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(payments)
    .where(
      inArray(
        payments.id,
        executor
          .select({ id: chargePayments.paymentId })
          .from(chargePayments)
          .where(eq(chargePayments.chargeId, chargeId)),
      ),
    )
    .orderBy(asc(payments.dueDate), asc(payments.number))
}

/**
 * Those of these instalments that wait for the desk, each with its charge: money that is not the amount asked came for
 * them, it is still here, and nobody has decided yet.
 */
export async function underReview(
  executor: Executor,
  paymentIds: readonly string[],
): Promise<Map<string, string>> {
  if (paymentIds.length === 0) return new Map()
  const rows = await executor
    .select({ paymentId: chargePayments.paymentId, chargeId: charges.id })
    .from(chargePayments)
    .innerJoin(charges, eq(charges.id, chargePayments.chargeId))
    .innerJoin(credits, eq(credits.chargeId, charges.id))
    .where(
      and(
        inArray(chargePayments.paymentId, [...paymentIds]),
        // Disputed at the bank it is not decided either; given back, there is nothing left to decide.
        inArray(charges.status, ['divergent', 'in_mediation']),
        eq(credits.status, 'open'),
        inArray(credits.reason, ['partial', 'excess']),
      ),
    )
  return new Map(rows.map(({ paymentId, chargeId }) => [paymentId, chargeId]))
}

export async function markPaid(
  tx: Executor,
  { ids, by, at }: { ids: readonly string[]; by: string; at: Date },
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(payments)
    .set({ status: 'paid', paymentDate: at, paidBy: by })
    .where(and(inArray(payments.id, [...ids]), eq(payments.status, 'pending')))
}

/** Instalments nobody has to pay any more: their order was cancelled. */
export async function cancelPending(tx: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(inArray(payments.id, [...ids]), eq(payments.status, 'pending')))
}

/** What a charge's money paid, given back since or not. */
export function paidByCharge(executor: Executor, chargeId: string): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(payments)
    .where(eq(payments.paidBy, chargeId))
    .orderBy(asc(payments.dueDate), asc(payments.number))
}

/** Given back, what a charge paid is neither owed nor paid. What another charge had paid before stays paid. */
export async function cancelPaidBy(tx: Executor, chargeId: string): Promise<string[]> {
  const rows = await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(eq(payments.paidBy, chargeId), eq(payments.status, 'paid')))
    .returning({ id: payments.id })
  return rows.map(({ id }) => id)
}

export async function pendingIdsOfOrder(executor: Executor, orderId: string): Promise<string[]> {
  const rows = await executor
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'pending')))
  return rows.map(({ id }) => id)
}

/** Oldest due date first, as section 7 reads them. */
export function pendingOfUser(executor: Executor, userId: string, limit: number): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.status, 'pending')))
    .orderBy(asc(payments.dueDate), asc(payments.number))
    .limit(limit)
}

/** The latest paid first. */
export function paidOfUser(executor: Executor, userId: string, limit: number): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(payments)
    .where(and(eq(payments.userId, userId), eq(payments.status, 'paid')))
    .orderBy(desc(payments.paymentDate), desc(payments.number))
    .limit(limit)
}

export function instalmentsOfOrder(executor: Executor, orderId: string): Promise<InstalmentRow[]> {
  return executor.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.number))
}
