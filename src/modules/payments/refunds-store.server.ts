import { and, asc, eq, inArray, lt, ne, notInArray, sql } from 'drizzle-orm'
import type { Centavos } from '../../core/money.ts'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { PaymentsDeps } from './deps.ts'
import { type RefundOrigin, type RefundStatus, refundMachine } from './domain/refund.ts'
import type { ProviderPaymentRow } from './provider-payments-store.server.ts'
import { payments, refundPayments, refunds } from './tables.server.ts'

export type RefundRow = typeof refunds.$inferSelect

export async function insertRefund(
  tx: Executor,
  refund: {
    payment: Pick<ProviderPaymentRow, 'id' | 'chargeId'>
    amount: Centavos
    origin: RefundOrigin
    reason: string
    creditId?: string | undefined
    paymentIds?: readonly string[] | undefined
    by?: string | undefined
  },
  { clock, newId }: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<RefundRow> {
  const { payment, creditId = null, paymentIds = [], by = null, ...facts } = refund
  const row: RefundRow = {
    ...facts,
    id: newId(),
    providerPaymentId: payment.id,
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
  if (paymentIds.length > 0) {
    await tx.insert(refundPayments).values(paymentIds.map((paymentId) => ({ refundId: row.id, paymentId })))
  }
  return row
}

export async function findRefund(executor: Executor, id: string): Promise<RefundRow | undefined> {
  return (await executor.select().from(refunds).where(eq(refunds.id, id)))[0]
}

export async function lockRefund(tx: Transaction, id: string): Promise<RefundRow | undefined> {
  return (await tx.select().from(refunds).where(eq(refunds.id, id)).for('no key update'))[0]
}

/** What was given back of a payment, or is being asked for: nobody may ask for that part again. */
export function standingRefundsOf(executor: Executor, providerPaymentId: string): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(
      and(eq(refunds.providerPaymentId, providerPaymentId), inArray(refunds.status, ['requested', 'done'])),
    )
}

/** What banks have taken of a payment, and not given back. */
export function takenBackOf(executor: Executor, providerPaymentId: string): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.providerPaymentId, providerPaymentId),
        eq(refunds.origin, 'chargeback'),
        eq(refunds.status, 'done'),
      ),
    )
    .orderBy(asc(refunds.id))
}

/** @throws Error for a move that refunds do not make: a bug, never a refusal */
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

/** Asked for before then, and neither given nor refused. */
export function refundsWaiting(executor: Executor, before: Date, limit: number): Promise<{ id: string }[]> {
  return executor
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, 'requested'), lt(refunds.createdAt, before)))
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
}

/** What was given back of payments, and not taken by banks: centavos by the payment's row. */
export async function givenBackOf(
  executor: Executor,
  providerPaymentIds: readonly string[],
): Promise<Map<string, Centavos>> {
  const rows = await executor
    .select({ id: refunds.providerPaymentId, amount: sql<number>`sum(${refunds.amount})`.mapWith(Number) })
    .from(refunds)
    .where(
      and(
        inArray(refunds.providerPaymentId, [...providerPaymentIds]),
        eq(refunds.status, 'done'),
        ne(refunds.origin, 'chargeback'),
      ),
    )
    .groupBy(refunds.providerPaymentId)
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

/** What each payment paid of an order's instalments that are still paid, and not being given back already. */
export async function paidPartsOf(
  executor: Executor,
  orderId: string,
): Promise<{ providerPaymentId: string; amount: Centavos; paymentIds: string[] }[]> {
  const asked = executor
    .select({ id: refundPayments.paymentId })
    .from(refundPayments)
    .innerJoin(refunds, eq(refunds.id, refundPayments.refundId))
    .where(eq(refunds.status, 'requested'))
  const rows = await executor
    .select({ id: payments.id, paidWith: payments.paidWith, amount: payments.paidAmount })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), eq(payments.status, 'paid'), notInArray(payments.id, asked)))
  const parts = Map.groupBy(rows, ({ paidWith }) => paidWith ?? '')
  return [...parts].map(([providerPaymentId, part]) => ({
    providerPaymentId,
    amount: part.reduce((total, { amount }) => total + (amount ?? 0), 0),
    paymentIds: part.map(({ id }) => id),
  }))
}
