import { and, eq, isNotNull, sum } from 'drizzle-orm'
import type { Centavos } from '../../core/money.ts'
import type { Executor } from '../../platform/database/database.ts'
import { chargePayments, charges, payments, refunds } from './tables.server.ts'

export type RefundRow = typeof refunds.$inferSelect

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

/** What each settled charge paid of an order's instalments that are still paid. */
export function paidPartsOf(
  executor: Executor,
  orderId: string,
): Promise<{ chargeId: string; amount: Centavos }[]> {
  return executor
    .select({ chargeId: charges.id, amount: sum(chargePayments.amount).mapWith(Number) })
    .from(chargePayments)
    .innerJoin(payments, eq(payments.id, chargePayments.paymentId))
    .innerJoin(charges, eq(charges.id, chargePayments.chargeId))
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'paid'), isNotNull(charges.settledAt)))
    .groupBy(charges.id)
}
