import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Centavos } from '../../../core/money.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { insertIfNew, insertRows } from '../../../platform/database/insert-rows.ts'
import { onlyRow } from '../../../platform/database/only-row.ts'
import type { PaymentsQuery } from '../ports.ts'
import { manualPayments, manualRefunds } from './tables.server.ts'

export type ManualPaymentRow = typeof manualPayments.$inferSelect
export type ManualRefundRow = typeof manualRefunds.$inferSelect

/** Returns false when the same member has sent the same form before, by the unique key. */
export function insertManualPayment(tx: Executor, row: ManualPaymentRow): Promise<boolean> {
  return insertIfNew(tx, manualPayments, row)
}

export async function findManualByKey(
  executor: Executor,
  { requestedBy, key }: Pick<ManualPaymentRow, 'requestedBy' | 'key'>,
): Promise<ManualPaymentRow | undefined> {
  const [row] = await executor
    .select()
    .from(manualPayments)
    .where(and(eq(manualPayments.requestedBy, requestedBy), eq(manualPayments.key, key)))
  return row
}

export async function findManualPayment(
  executor: Executor,
  id: string,
): Promise<ManualPaymentRow | undefined> {
  return (await executor.select().from(manualPayments).where(eq(manualPayments.id, id)))[0]
}

/** Locked before its charge, and therefore before everything else. */
export async function lockManualPayment(tx: Transaction, id: string): Promise<ManualPaymentRow | undefined> {
  return (await tx.select().from(manualPayments).where(eq(manualPayments.id, id)).for('no key update'))[0]
}

export async function updateManualPayment(
  tx: Executor,
  id: string,
  change: Partial<ManualPaymentRow>,
): Promise<void> {
  await tx.update(manualPayments).set(change).where(eq(manualPayments.id, id))
}

/** Centavos of a customer's manual payments that one member recorded alone since a time, and that were not undone. */
export async function unapprovedManualOf(
  executor: Executor,
  { userId, since }: { userId: string; since: Date },
): Promise<Centavos> {
  const isAlone = and(eq(manualPayments.status, 'recorded'), isNull(manualPayments.decidedBy))
  const found = await executor
    .select({ amount: sql<Centavos>`coalesce(sum(${manualPayments.amount}), 0)`.mapWith(Number) })
    .from(manualPayments)
    .where(and(eq(manualPayments.userId, userId), isAlone, gte(manualPayments.requestedAt, since)))
  return onlyRow(found).amount
}

/** Recorded manual payments, paged by time of change or of receipt: `from` inclusive, `to` exclusive. */
export function recordedBetween(
  executor: Executor,
  {
    by,
    from,
    to,
    offset,
    limit,
  }: { by: PaymentsQuery['by']; from: Date; to: Date; offset: number; limit: number },
): Promise<ManualPaymentRow[]> {
  const time = by === 'change' ? manualPayments.changedAt : manualPayments.receivedAt
  return executor
    .select()
    .from(manualPayments)
    .where(and(isNotNull(manualPayments.chargeId), gte(time, from), lt(time, to)))
    .orderBy(asc(time), asc(manualPayments.id))
    .limit(limit)
    .offset(offset)
}

/** The refunds of these payments that the provider has answered for. */
export async function answeredRefunds(
  executor: Executor,
  ids: readonly string[],
): Promise<Map<string, ManualRefundRow[]>> {
  if (ids.length === 0) return new Map()
  const rows = await executor
    .select()
    .from(manualRefunds)
    .where(and(inArray(manualRefunds.manualPaymentId, [...ids]), isNotNull(manualRefunds.answeredAt)))
    .orderBy(asc(manualRefunds.recordedAt))
  return Map.groupBy(rows, ({ manualPaymentId }) => manualPaymentId)
}

export async function insertManualRefund(tx: Executor, row: ManualRefundRow): Promise<void> {
  await insertRows(tx, manualRefunds, [row])
}

export async function findManualRefund(
  executor: Executor,
  key: string,
): Promise<ManualRefundRow | undefined> {
  return (await executor.select().from(manualRefunds).where(eq(manualRefunds.key, key)))[0]
}

/** Marks a recorded refund as answered for, once; also updates the change time of its payment. */
export async function answerForRefund(
  tx: Transaction,
  { key, now }: { key: string; now: Date },
): Promise<void> {
  const [row] = await tx.select().from(manualRefunds).where(eq(manualRefunds.key, key)).for('no key update')
  if (!row || row.answeredAt) return
  await tx.update(manualRefunds).set({ answeredAt: now }).where(eq(manualRefunds.key, key))
  await updateManualPayment(tx, row.manualPaymentId, { changedAt: now })
}
