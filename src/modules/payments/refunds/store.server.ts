import { and, asc, eq, inArray, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { Centavos } from '../../../core/money.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type RefundOrigin, type RefundStatus, refundMachine } from '../domain/refund.ts'
import { instalments } from '../instalments/tables.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { refundInstalments, refunds } from './tables.server.ts'

export type RefundRow = typeof refunds.$inferSelect

export async function insertRefund(
  tx: Executor,
  refund: {
    payment: Pick<PaymentRow, 'id' | 'chargeId'>
    amount: Centavos
    origin: RefundOrigin
    reason: string
    creditId?: string | undefined
    instalmentIds?: readonly string[] | undefined
    by?: string | undefined
  },
  { clock, newId }: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<RefundRow> {
  const { payment, creditId = null, instalmentIds = [], by = null, ...facts } = refund
  const row: RefundRow = {
    ...facts,
    id: newId(),
    paymentId: payment.id,
    chargeId: payment.chargeId,
    creditId,
    status: refundMachine.initial,
    idempotencyKey: newId(),
    providerRefundId: null,
    requestedBy: by,
    lastError: null,
    createdAt: clock.now(),
    completedAt: null,
  }
  await tx.insert(refunds).values(row)
  if (instalmentIds.length > 0) {
    await tx
      .insert(refundInstalments)
      .values(instalmentIds.map((instalmentId) => ({ refundId: row.id, instalmentId })))
  }
  return row
}

export async function findRefund(executor: Executor, id: string): Promise<RefundRow | undefined> {
  return (await executor.select().from(refunds).where(eq(refunds.id, id)))[0]
}

export async function lockRefund(tx: Transaction, id: string): Promise<RefundRow | undefined> {
  return (await tx.select().from(refunds).where(eq(refunds.id, id)).for('no key update'))[0]
}

/** Requested and completed refunds of a payment; their amount cannot be refunded again. */
export function activeRefundsOf(executor: Executor, paymentId: string): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.status, ['requested', 'done'])))
}

/** Chargebacks of a payment that have not been reversed. */
export function chargebacksOf(executor: Executor, paymentId: string): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(
      and(eq(refunds.paymentId, paymentId), eq(refunds.origin, 'chargeback'), eq(refunds.status, 'done')),
    )
    .orderBy(asc(refunds.id))
}

/** @throws Error for an illegal transition: a bug, never a refusal */
export async function moveRefund(
  tx: Executor,
  { id, status }: Pick<RefundRow, 'id' | 'status'>,
  to: RefundStatus,
  change: Partial<Pick<RefundRow, 'completedAt' | 'lastError' | 'providerRefundId'>> = {},
): Promise<void> {
  const moved = refundMachine.move(status, to)
  if (!moved.ok) throw new Error(`refund ${id}: ${moved.detail}`)
  await tx
    .update(refunds)
    .set({ ...change, status: to })
    .where(eq(refunds.id, id))
}

export async function noteRefundError(executor: Executor, id: string, lastError: string): Promise<void> {
  await executor.update(refunds).set({ lastError }).where(eq(refunds.id, id))
}

/** Refunds requested before a time that are still unanswered. */
export function refundsWaiting(executor: Executor, before: Date, limit: number): Promise<{ id: string }[]> {
  return executor
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, 'requested'), lt(refunds.createdAt, before)))
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
}

/** Completed refunds without chargebacks: centavos by payment id. */
export async function refundedTotals(
  executor: Executor,
  paymentIds: readonly string[],
): Promise<Map<string, Centavos>> {
  const rows = await executor
    .select({ id: refunds.paymentId, amount: sql<number>`sum(${refunds.amount})`.mapWith(Number) })
    .from(refunds)
    .where(
      and(
        inArray(refunds.paymentId, [...paymentIds]),
        eq(refunds.status, 'done'),
        ne(refunds.origin, 'chargeback'),
      ),
    )
    .groupBy(refunds.paymentId)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

export function failedRefunds(executor: Executor, limit: number): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(eq(refunds.status, 'failed'))
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
}

/** Per payment, the order's instalments it paid that are still paid and not being refunded. */
export async function paidPartsOf(
  executor: Executor,
  orderId: string,
): Promise<{ paymentId: string; amount: Centavos; instalmentIds: string[] }[]> {
  const requested = executor
    .select({ id: refundInstalments.instalmentId })
    .from(refundInstalments)
    .innerJoin(refunds, eq(refunds.id, refundInstalments.refundId))
    .where(eq(refunds.status, 'requested'))
  const rows = await executor
    .select({ id: instalments.id, paidWith: instalments.paidWith, amount: instalments.paidAmount })
    .from(instalments)
    .where(
      and(
        eq(instalments.orderId, orderId),
        eq(instalments.status, 'paid'),
        notInArray(instalments.id, requested),
      ),
    )
  const parts = Map.groupBy(rows, ({ paidWith }) => paidWith ?? '')
  return [...parts].map(([paymentId, part]) => ({
    paymentId,
    amount: part.reduce((total, { amount }) => total + (amount ?? 0), 0),
    instalmentIds: part.map(({ id }) => id),
  }))
}

/** Marks the instalments that a refund refunds in full. */
export async function markInstalmentsRefunded(
  tx: Executor,
  { refundId }: { refundId: string },
): Promise<void> {
  const refunded = tx
    .select({ id: refundInstalments.instalmentId })
    .from(refundInstalments)
    .where(eq(refundInstalments.refundId, refundId))
  await tx
    .update(instalments)
    .set({ status: 'refunded' })
    .where(and(inArray(instalments.id, refunded), eq(instalments.status, 'paid')))
}
