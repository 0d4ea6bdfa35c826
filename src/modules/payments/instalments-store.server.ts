import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Centavos } from '../../core/money.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { type Asked, totalOf } from './domain/settlement.ts'
import { chargePayments, charges, credits, payments, refundPayments } from './tables.server.ts'

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
    .for('no key update')
}

/** Instalments of whoever's, locked until the transaction ends: for the team. */
export function lockInstalments(tx: Transaction, ids: readonly string[]): Promise<InstalmentRow[]> {
  return tx
    .select()
    .from(payments)
    .where(inArray(payments.id, [...ids]))
    .orderBy(asc(payments.id))
    .for('no key update')
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

/** What a charge covers, and what it asks for each. */
export function coveredInstalments(
  executor: Executor,
  chargeId: string,
): Promise<{ row: InstalmentRow; asked: Asked }[]> {
  const { amount, lateFee, interest, discount } = chargePayments
  return executor
    .select({ row: payments, asked: { amount, lateFee, interest, discount } })
    .from(chargePayments)
    .innerJoin(payments, eq(payments.id, chargePayments.paymentId))
    .where(eq(chargePayments.chargeId, chargeId))
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
        eq(charges.status, 'divergent'),
        inArray(credits.status, ['open', 'refunding']),
        eq(credits.reason, 'partial'),
      ),
    )
  return new Map(rows.map(({ paymentId, chargeId }) => [paymentId, chargeId]))
}

/** @param by the charge that asked for it, if one did */
export async function markPaid(
  tx: Executor,
  paid: { id: string; by: string | null; withPayment: string; amount: Centavos; at: Date },
): Promise<void> {
  const { id, by: paidBy, withPayment: paidWith, amount: paidAmount, at: paymentDate } = paid
  await tx
    .update(payments)
    .set({ status: 'paid', paymentDate, paidBy, paidWith, paidAmount })
    .where(and(eq(payments.id, id), eq(payments.status, 'pending')))
}

/**
 * Instalments nobody has to pay any more: their order was cancelled.
 *
 * @returns what is owed no more, centavos
 */
export async function cancelPending(tx: Executor, ids: readonly string[]): Promise<Centavos> {
  if (ids.length === 0) return 0
  const rows = await tx
    .update(payments)
    .set({ status: 'cancelled' })
    .where(and(inArray(payments.id, [...ids]), eq(payments.status, 'pending')))
    .returning({ amount: payments.amount })
  return totalOf(rows)
}

/** What a charge's money paid, given back since or not, with what time added to it or took off. */
export async function paidByCharge(
  executor: Executor,
  chargeId: string,
): Promise<{ row: InstalmentRow; parts: typeof chargePayments.$inferSelect | null }[]> {
  return executor
    .select({ row: payments, parts: chargePayments })
    .from(payments)
    .leftJoin(
      chargePayments,
      and(eq(chargePayments.paymentId, payments.id), eq(chargePayments.chargeId, chargeId)),
    )
    .where(eq(payments.paidBy, chargeId))
    .orderBy(asc(payments.dueDate), asc(payments.number))
}

/** Instalments a payment has paid, and that are paid still. */
export function paidWith(executor: Executor, providerPaymentId: string): Promise<InstalmentRow[]> {
  return executor
    .select()
    .from(payments)
    .where(and(eq(payments.paidWith, providerPaymentId), eq(payments.status, 'paid')))
}

/** What a refund gives back whole is neither owed nor paid. */
export async function markRefunded(tx: Executor, { refundId }: { refundId: string }): Promise<void> {
  const given = tx
    .select({ id: refundPayments.paymentId })
    .from(refundPayments)
    .where(eq(refundPayments.refundId, refundId))
  await tx
    .update(payments)
    .set({ status: 'refunded' })
    .where(and(inArray(payments.id, given), eq(payments.status, 'paid')))
}

/** A payment that was given back whole pays for nothing, and what it paid is not owed either. */
export async function freePaidWith(tx: Executor, providerPaymentId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ status: 'refunded' })
    .where(and(eq(payments.paidWith, providerPaymentId), eq(payments.status, 'paid')))
}

/** What a bank took back is owed again. */
export async function reopenPaidWith(tx: Executor, providerPaymentId: string): Promise<InstalmentRow[]> {
  return tx
    .update(payments)
    .set({ status: 'pending', paymentDate: null, paidBy: null, paidWith: null, paidAmount: null })
    .where(and(eq(payments.paidWith, providerPaymentId), eq(payments.status, 'paid')))
    .returning()
}

/** What an order still owes, locked: a payment that is being booked is waited for. */
export async function lockPendingOfOrder(tx: Transaction, orderId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'pending')))
    .orderBy(asc(payments.id))
    .for('no key update')
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
