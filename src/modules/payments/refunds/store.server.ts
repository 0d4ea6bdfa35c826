import { and, asc, desc, eq, inArray, isNull, lt, not, notInArray, or, sql } from 'drizzle-orm'
import type { Centavos } from '../../../core/money.ts'
import { builtOnce } from '../../../platform/database/built-once.ts'
import { isValue } from '../../../platform/database/columns.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { charges } from '../charges/tables.server.ts'
import { credits } from '../credits/tables.server.ts'
import type { PaymentsDeps } from '../deps.ts'
import {
  acceptedError,
  activeRefundStatuses,
  awaitsPerson,
  openRefundStatuses,
  pendingRefundStatuses,
  type RefundCause,
  type RefundStatus,
  refundMachine,
} from '../domain/refund.ts'
import { instalments } from '../instalments/tables.server.ts'
import type { PaymentRow } from '../payments/store.server.ts'
import { payments } from '../payments/tables.server.ts'
import { type RefundError, refundInstalments, refunds } from './tables.server.ts'

export type RefundRow = typeof refunds.$inferSelect

export async function insertRefund(
  tx: Executor,
  refund: {
    payment: Pick<PaymentRow, 'id' | 'chargeId'>
    amount: Centavos
    status?: 'requested' | 'held' | undefined
    /** Centavos that were returned without a stated purpose. */
    unattributed?: Centavos | undefined
    creditId?: string | undefined
    instalmentIds?: readonly string[] | undefined
    by?: string | undefined
  } & RefundCause,
  { clock, newId }: Pick<PaymentsDeps, 'clock' | 'newId'>,
): Promise<RefundRow> {
  const { payment, creditId = null, instalmentIds = [], by = null, ...facts } = refund
  const { status = refundMachine.initial, unattributed = 0 } = refund
  const row: RefundRow = {
    ...facts,
    status,
    unattributed,
    id: newId(),
    paymentId: payment.id,
    chargeId: payment.chargeId,
    creditId,
    idempotencyKey: newId(),
    providerRefundId: null,
    requestedBy: by,
    lastError: null,
    createdAt: clock.now(),
    sentAt: null,
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

/** Turns a part of a refund into a separate refund, of a credit. Both keep the provider's id. */
export async function insertSplitRefund(
  tx: Executor,
  { refund, part, creditId }: { refund: RefundRow; part: Centavos; creditId: string },
  { newId }: Pick<PaymentsDeps, 'newId'>,
): Promise<string> {
  const { id, amount, unattributed } = refund
  if (part === amount) {
    await updateRefund(tx, id, { creditId, unattributed: 0 })
    return id
  }
  refund.amount -= part
  await updateRefund(tx, id, { amount: refund.amount, unattributed })
  const own = { id: newId(), idempotencyKey: newId(), amount: part, unattributed: 0, creditId }
  await tx.insert(refunds).values({ ...refund, ...own })
  return own.id
}

export async function findRefund(executor: Executor, id: string): Promise<RefundRow | undefined> {
  return (await executor.select().from(refunds).where(eq(refunds.id, id)))[0]
}

export async function lockRefund(tx: Transaction, id: string): Promise<RefundRow | undefined> {
  return (await tx.select().from(refunds).where(eq(refunds.id, id)).for('no key update'))[0]
}

/** All refunds of a payment. */
export function refundsOfPayment(executor: Executor, paymentId: string): Promise<RefundRow[]> {
  return ofPayment(executor, { paymentId })
}

const ofPayment = builtOnce((executor) =>
  executor
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, sql.placeholder('paymentId')))
    .orderBy(asc(refunds.id)),
)

/** Whether a refund of a charge is not over: requested, or in need of a decision by the team. */
export async function hasOpenRefund(
  executor: Executor,
  { chargeId }: { chargeId: string },
): Promise<boolean> {
  const found = await executor
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.chargeId, chargeId), inArray(refunds.status, [...openRefundStatuses])))
    .limit(1)
  return found.length > 0
}

/**
 * A user's refunded credits, each with its completed refund and the provider that had received the money, newest first.
 */
export function returnedCreditsOfUser(
  executor: Executor,
  { userId, limit }: { userId: string; limit: number },
) {
  return executor
    .select({ credit: credits, refund: refunds, provider: payments.provider })
    .from(credits)
    .innerJoin(refunds, and(eq(refunds.creditId, credits.id), eq(refunds.status, 'done')))
    .innerJoin(payments, eq(payments.id, credits.paymentId))
    .where(and(eq(credits.userId, userId), eq(credits.status, 'refunded')))
    .orderBy(desc(refunds.completedAt), desc(refunds.id))
    .limit(limit)
}

/** Completed refunds of charges, each with where its money had come in and whether that settled the charge, oldest first. */
export function completedRefundsOf(executor: Executor, chargeIds: readonly string[]) {
  const isOfReceipt = sql<boolean>`${payments.providerId} is not distinct from ${charges.providerId}`
  return executor
    .select({ refund: refunds, provider: payments.provider, isOfReceipt })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(charges, eq(charges.id, refunds.chargeId))
    .where(and(inArray(refunds.chargeId, [...chargeIds]), eq(refunds.status, 'done')))
    .orderBy(asc(refunds.completedAt), asc(refunds.id))
}

/** Requested and completed refunds of a payment; their amount cannot be refunded again. */
export function activeRefundsOf(executor: Executor, paymentId: string): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(and(eq(refunds.paymentId, paymentId), inArray(refunds.status, [...activeRefundStatuses])))
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
  change: Partial<
    Pick<RefundRow, 'amount' | 'completedAt' | 'idempotencyKey' | 'lastError' | 'providerRefundId' | 'sentAt'>
  > = {},
): Promise<void> {
  const moved = refundMachine.move(status, to)
  if (!moved.ok) throw new Error(`refund ${id}: ${moved.detail}`)
  await tx
    .update(refunds)
    .set({ ...change, status: to })
    .where(eq(refunds.id, id))
}

/** Requested, and not of money that a member has to transfer. */
const isAtProvider = and(
  eq(refunds.status, 'requested'),
  sql`${refunds.lastError} is distinct from ${awaitsPerson}`,
)

/** Stores why a requested refund is not carried out yet, unless its provider has already accepted it. */
export async function noteRefundError(
  executor: Executor,
  id: string,
  lastError: RefundError | null,
): Promise<void> {
  const isAccepted = sql`${refunds.lastError} is not distinct from ${acceptedError}`
  await executor
    .update(refunds)
    .set({ lastError })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'requested'), not(isAccepted)))
}

/**
 * Returns refunds requested before a time that are still unanswered, except those that need a person or were sent just now. The
 * order changes with the time of the query, so that any number of refunds that are never answered cannot keep others from being
 * retried.
 */
export function refundsWaiting(
  executor: Executor,
  { before, sentBefore, now, limit }: { before: Date; sentBefore: Date; now: Date; limit: number },
): Promise<{ id: string; provider: string }[]> {
  const isDue = and(lt(refunds.createdAt, before), or(isNull(refunds.sentAt), lt(refunds.sentAt, sentBefore)))
  return executor
    .select({ id: refunds.id, provider: payments.provider })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(isAtProvider, isDue))
    .orderBy(sql`md5(${refunds.id}::text || ${now.toISOString()})`)
    .limit(limit)
}

/** Completed refunds and chargebacks that were not reversed: centavos by payment id. */
export async function returnedTotals(
  executor: Executor,
  paymentIds: readonly string[],
): Promise<Map<string, Centavos>> {
  const rows = await executor
    .select({ id: refunds.paymentId, amount: sql<number>`sum(${refunds.amount})`.mapWith(Number) })
    .from(refunds)
    .where(and(inArray(refunds.paymentId, [...paymentIds]), eq(refunds.status, 'done')))
    .groupBy(refunds.paymentId)
  return new Map(rows.map(({ id, amount }) => [id, amount]))
}

export async function updateRefund(
  tx: Executor,
  id: string,
  change: Partial<Pick<RefundRow, 'amount' | 'creditId' | 'idempotencyKey' | 'sentAt' | 'unattributed'>>,
): Promise<void> {
  await tx.update(refunds).set(change).where(eq(refunds.id, id))
}

/** Refunds held until a person has attributed other returned money of their payment. */
export function heldRefunds(executor: Executor, limit: number): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(eq(refunds.status, 'held'))
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
}

/** Money of it was returned without a stated purpose. */
export const isReturnToAttribute = sql`${refunds.unattributed} > 0 and ${refunds.status} = 'done'`

export function returnsToAttribute(executor: Executor, limit: number): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(isReturnToAttribute)
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
}

/** Of a manual payment: it stays pending until a member of the team has transferred the money. */
export const isRefundToTransfer = sql`${isValue(refunds.status, 'requested')} and ${isValue(refunds.lastError, awaitsPerson)}`

export function refundsToTransfer(executor: Executor, limit: number): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(isRefundToTransfer)
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
}

export type SlowRefund = Pick<RefundRow, 'id' | 'amount' | 'createdAt' | 'lastError'> & {
  userId: string | null
}

/** Refunds requested before a time that the provider has neither carried out nor refused. */
export function slowRefunds(
  executor: Executor,
  { before, limit }: { before: Date; limit: number },
): Promise<SlowRefund[]> {
  const { id, amount, createdAt, lastError } = refunds
  return executor
    .select({ id, amount, createdAt, lastError, userId: charges.userId })
    .from(refunds)
    .leftJoin(charges, eq(charges.id, refunds.chargeId))
    .where(and(isAtProvider, lt(refunds.createdAt, before)))
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
}

/** Refunds of an order that are not over, oldest first; those that name no instalments are of every order of their payment. */
export async function openRefundsOfOrder(executor: Executor, orderId: string): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(
      and(
        inArray(refunds.status, [...openRefundStatuses]),
        sql`(${refunds.paymentId} in (select paid_with from payments where order_id = ${orderId})
          or ${refunds.chargeId} in (select l.charge_id from charge_payments l join payments i on i.id = l.payment_id
            where i.order_id = ${orderId}))`,
        sql`coalesce((select bool_or(i.order_id = ${orderId}) from payments i where i.id in (
          select payment_id from refund_payments where refund_id = ${refunds.id}
          union all select payment_id from refund_attributions where refund_id = ${refunds.id})), true)`,
      ),
    )
    .orderBy(asc(refunds.createdAt))
}

export function failedRefunds(executor: Executor, limit: number): Promise<RefundRow[]> {
  return executor
    .select()
    .from(refunds)
    .where(eq(refunds.status, 'failed'))
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
}

/**
 * For each payment, the order's instalments it paid that are still paid and whose refund is neither requested nor held. A refund of
 * an earlier payment, which a bank took back so that the instalment was owed and paid again, returns nothing of this one.
 */
export async function paidPartsOf(
  executor: Executor,
  orderId: string,
): Promise<{ paymentId: string; instalmentIds: string[] }[]> {
  const requested = executor
    .select({ id: refundInstalments.instalmentId })
    .from(refundInstalments)
    .innerJoin(refunds, eq(refunds.id, refundInstalments.refundId))
    .where(
      and(eq(refunds.paymentId, instalments.paidWith), inArray(refunds.status, [...pendingRefundStatuses])),
    )
  const rows = await executor
    .select({ id: instalments.id, paidWith: instalments.paidWith })
    .from(instalments)
    .where(
      and(
        eq(instalments.orderId, orderId),
        eq(instalments.status, 'paid'),
        notInArray(instalments.id, requested),
      ),
    )
  const parts = Map.groupBy(rows, ({ paidWith }) => paidWith ?? '')
  return [...parts].map(([paymentId, part]) => ({ paymentId, instalmentIds: part.map(({ id }) => id) }))
}

/** The instalments that a refund refunds in full. */
export async function instalmentsOfRefund(executor: Executor, refundId: string): Promise<string[]> {
  const rows = await executor
    .select({ id: refundInstalments.instalmentId })
    .from(refundInstalments)
    .where(eq(refundInstalments.refundId, refundId))
  return rows.map(({ id }) => id)
}
