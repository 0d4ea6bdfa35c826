import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Centavos } from '../../../core/money.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { totalOf } from '../domain/settlement.ts'
import { instalments } from './tables.server.ts'

export type InstalmentRow = typeof instalments.$inferSelect

export async function insertInstalments(tx: Executor, rows: InstalmentRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(instalments).values(rows)
}

/** A person's own instalments among `ids`. */
export function ownInstalments(
  executor: Executor,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.userId, userId), inArray(instalments.id, [...ids])))
}

/** A person's own instalments among `ids`, locked until the transaction ends. */
export function lockOwnInstalments(
  tx: Transaction,
  { ids, userId }: { ids: readonly string[]; userId: string },
): Promise<InstalmentRow[]> {
  return tx
    .select()
    .from(instalments)
    .where(and(eq(instalments.userId, userId), inArray(instalments.id, [...ids])))
    .orderBy(asc(instalments.id))
    .for('no key update')
}

/** Instalments of whoever's, locked until the transaction ends: for the team. */
export function lockInstalments(tx: Transaction, ids: readonly string[]): Promise<InstalmentRow[]> {
  return tx
    .select()
    .from(instalments)
    .where(inArray(instalments.id, [...ids]))
    .orderBy(asc(instalments.id))
    .for('no key update')
}

/** All that is still to be paid by card on an order: one purchase, however many instalments the card takes. */
export async function pendingCardInstalmentIds(
  executor: Executor,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<string[]> {
  const rows = await executor
    .select({ id: instalments.id })
    .from(instalments)
    .where(
      and(
        eq(instalments.orderId, orderId),
        eq(instalments.userId, userId),
        eq(instalments.status, 'pending'),
        eq(instalments.paymentMethod, 'credit_card'),
      ),
    )
  return rows.map(({ id }) => id)
}

/** @param by the charge that asked for it, if one did */
export async function markPaid(
  tx: Executor,
  paid: { id: string; by: string | null; withPayment: string; amount: Centavos; at: Date },
): Promise<void> {
  const { id, by: paidBy, withPayment: paidWith, amount: paidAmount, at: paymentDate } = paid
  await tx
    .update(instalments)
    .set({ status: 'paid', paymentDate, paidBy, paidWith, paidAmount })
    .where(and(eq(instalments.id, id), eq(instalments.status, 'pending')))
}

/**
 * Instalments nobody has to pay any more: their order was cancelled.
 *
 * @returns what is owed no more, centavos
 */
export async function cancelPending(tx: Executor, ids: readonly string[]): Promise<Centavos> {
  if (ids.length === 0) return 0
  const rows = await tx
    .update(instalments)
    .set({ status: 'cancelled' })
    .where(and(inArray(instalments.id, [...ids]), eq(instalments.status, 'pending')))
    .returning({ amount: instalments.amount })
  return totalOf(rows)
}

/** Instalments a payment has paid, and that are paid still. */
export function paidWith(executor: Executor, paymentId: string): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.paidWith, paymentId), eq(instalments.status, 'paid')))
}

/** A payment that was given back whole pays for nothing, and what it paid is not owed either. */
export async function refundInstalmentsPaidWith(tx: Executor, paymentId: string): Promise<void> {
  await tx
    .update(instalments)
    .set({ status: 'refunded' })
    .where(and(eq(instalments.paidWith, paymentId), eq(instalments.status, 'paid')))
}

/** What a bank took back is owed again. */
export async function reinstateInstalmentsPaidWith(
  tx: Executor,
  paymentId: string,
): Promise<InstalmentRow[]> {
  return tx
    .update(instalments)
    .set({ status: 'pending', paymentDate: null, paidBy: null, paidWith: null, paidAmount: null })
    .where(and(eq(instalments.paidWith, paymentId), eq(instalments.status, 'paid')))
    .returning()
}

/** What an order still owes, locked: a payment that is being booked is waited for. */
export async function lockPendingOfOrder(tx: Transaction, orderId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: instalments.id })
    .from(instalments)
    .where(and(eq(instalments.orderId, orderId), eq(instalments.status, 'pending')))
    .orderBy(asc(instalments.id))
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** Oldest due date first, as section 7 reads them. */
export function pendingOfUser(executor: Executor, userId: string, limit: number): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.userId, userId), eq(instalments.status, 'pending')))
    .orderBy(asc(instalments.dueDate), asc(instalments.number))
    .limit(limit)
}

/** The latest paid first. */
export function paidOfUser(executor: Executor, userId: string, limit: number): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(and(eq(instalments.userId, userId), eq(instalments.status, 'paid')))
    .orderBy(desc(instalments.paymentDate), desc(instalments.number))
    .limit(limit)
}

export function instalmentsOfOrder(executor: Executor, orderId: string): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(instalments)
    .where(eq(instalments.orderId, orderId))
    .orderBy(asc(instalments.number))
}
