import { and, asc, eq, inArray } from 'drizzle-orm'
import { isUuid } from '../../../core/ids.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type PayerKind, payerKindOf } from '../domain/amount-due.ts'
import { isManualChannel, MANUAL_PROVIDER, type ManualChannel } from '../domain/manual-payment.ts'
import { instalments } from '../instalments/tables.server.ts'
import { payments } from '../payments/tables.server.ts'
import { findManualPayment, type ManualPaymentRow } from './store.server.ts'
import { manualPayments } from './tables.server.ts'

/** A manual payment: its id and its channel. */
export interface ByHand {
  /** Id of the manual payment. */
  id: string
  channel: ManualChannel
}

/** Returns how the money of a payment was received; undefined when it is not a manual payment. */
export function byHandOf(payment: {
  provider: string
  providerId: string
  detail: string | null
}): ByHand | undefined {
  const { provider, providerId: id, detail: channel } = payment
  return provider === MANUAL_PROVIDER && channel !== null && isManualChannel(channel)
    ? { id, channel }
    : undefined
}

/** Returns which of some payments are manual, by the payment's id. */
export async function manualPaymentsAmong(
  executor: Executor,
  paymentIds: readonly string[],
): Promise<Map<string, ByHand>> {
  if (paymentIds.length === 0) return new Map()
  const { id, provider, providerId, detail } = payments
  const rows = await executor
    .select({ id, provider, providerId, detail })
    .from(payments)
    .where(and(inArray(id, [...paymentIds]), eq(provider, MANUAL_PROVIDER)))
  return new Map(
    rows.flatMap((row) => {
      const found = byHandOf(row)
      return found ? [[row.id, found] as const] : []
    }),
  )
}

/** Returns which of some orders have an instalment that a manual payment paid. */
export async function ordersPaidByHand(
  executor: Executor,
  orderIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set()
  const rows = await executor
    .selectDistinct({ orderId: instalments.orderId })
    .from(instalments)
    .innerJoin(payments, eq(payments.id, instalments.paidWith))
    .where(and(inArray(instalments.orderId, [...orderIds]), eq(payments.provider, MANUAL_PROVIDER)))
  return new Set(rows.map(({ orderId }) => orderId))
}

/** Manual payments of an order that need a second person, or were undone or declined, oldest first. */
export function manualOfOrder(
  { database }: { database: Executor },
  { orderId }: { orderId: string },
): Promise<ManualPaymentRow[]> {
  return database
    .select()
    .from(manualPayments)
    .where(eq(manualPayments.orderId, orderId))
    .orderBy(asc(manualPayments.requestedAt))
}

/** Manual payments that need the approval of a second person, oldest first. */
export function waitingManual(executor: Executor, limit: number): Promise<ManualPaymentRow[]> {
  return executor
    .select()
    .from(manualPayments)
    .where(eq(manualPayments.status, 'waiting'))
    .orderBy(asc(manualPayments.requestedAt))
    .limit(limit)
}

/**
 * Returns whether the customer of some instalments, or of a manual payment, is a person or a company. Read before the
 * transaction that uses it.
 */
export async function payerKindFor(
  { database, profileOf }: Pick<PaymentsDeps, 'database' | 'profileOf'>,
  of: { instalmentId: string } | { manualPaymentId: string },
): Promise<PayerKind> {
  const userId =
    'instalmentId' in of
      ? await ownerOf(database, of.instalmentId)
      : await payerOf(database, of.manualPaymentId)
  return payerKindOf(userId ? (await profileOf(userId)).documento : '')
}

async function ownerOf(executor: Executor, id: string): Promise<string | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await executor
    .select({ userId: instalments.userId })
    .from(instalments)
    .where(eq(instalments.id, id))
  return row?.userId
}

async function payerOf(executor: Executor, id: string): Promise<string | undefined> {
  return isUuid(id) ? (await findManualPayment(executor, id))?.userId : undefined
}
