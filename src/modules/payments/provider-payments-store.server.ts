import { and, asc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { ChargeRow } from './charges-store.server.ts'
import type { ProviderPayment } from './ports.ts'
import { providerCursors, providerPayments } from './tables.server.ts'

export type ProviderPaymentRow = typeof providerPayments.$inferSelect

/** What we know of a payment, locked; written down first where nobody had heard of it. */
export async function lockProviderPayment(
  tx: Transaction,
  {
    id,
    provider,
    report,
    chargeId,
    now,
  }: {
    id: string
    provider: string
    report: ProviderPayment
    chargeId: string | null
    now: Date
  },
): Promise<ProviderPaymentRow> {
  const { providerId, reference, method, amount } = report
  await tx
    .insert(providerPayments)
    .values({
      ...{ id, provider, providerId, chargeId, reference, method, amount },
      ...{ status: '', refunded: 0, fee: 0, createdAt: now, updatedAt: now },
    })
    .onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(providerPayments)
    .where(and(eq(providerPayments.provider, provider), eq(providerPayments.providerId, providerId)))
    .for('no key update')
  if (!row) throw new Error(`payment ${providerId} cannot be read back`)
  return row
}

export async function updateProviderPayment(
  tx: Executor,
  id: string,
  change: Partial<ProviderPaymentRow>,
): Promise<void> {
  await tx.update(providerPayments).set(change).where(eq(providerPayments.id, id))
}

export async function findProviderPayment(
  executor: Executor,
  id: string,
): Promise<ProviderPaymentRow | undefined> {
  return (await executor.select().from(providerPayments).where(eq(providerPayments.id, id)))[0]
}

export async function lockById(tx: Transaction, id: string): Promise<ProviderPaymentRow | undefined> {
  return (await tx.select().from(providerPayments).where(eq(providerPayments.id, id)).for('no key update'))[0]
}

/** Those of a provider's payments that we have heard of, by the provider's id. */
export async function knownPayments(
  executor: Executor,
  { provider, providerIds }: { provider: string; providerIds: readonly string[] },
): Promise<Map<string, ProviderPaymentRow>> {
  if (providerIds.length === 0) return new Map()
  const rows = await executor
    .select()
    .from(providerPayments)
    .where(
      and(eq(providerPayments.provider, provider), inArray(providerPayments.providerId, [...providerIds])),
    )
  return new Map(rows.map((row) => [row.providerId, row]))
}

/** The payment whose money booked a charge. */
export async function bookedPaymentOf(
  executor: Executor,
  { provider, providerId, settledAt }: Pick<ChargeRow, 'provider' | 'providerId' | 'settledAt'>,
): Promise<ProviderPaymentRow | undefined> {
  if (!settledAt || !providerId) return undefined
  return (await knownPayments(executor, { provider, providerIds: [providerId] })).get(providerId)
}

export function paymentsOfConcern(executor: Executor, limit: number): Promise<ProviderPaymentRow[]> {
  return executor
    .select()
    .from(providerPayments)
    .where(isNotNull(providerPayments.concern))
    .orderBy(asc(providerPayments.createdAt))
    .limit(limit)
}

/** Up to when a provider's changes have been read; undefined before the first sweep. */
export async function cursorOf(executor: Executor, provider: string): Promise<Date | undefined> {
  const [row] = await executor.select().from(providerCursors).where(eq(providerCursors.provider, provider))
  return row?.sweptUntil
}

export async function moveCursor(executor: Executor, provider: string, sweptUntil: Date): Promise<void> {
  await executor
    .insert(providerCursors)
    .values({ provider, sweptUntil })
    .onConflictDoUpdate({
      target: providerCursors.provider,
      set: { sweptUntil: sql`greatest(${providerCursors.sweptUntil}, excluded.swept_until)` },
    })
}

/** What our books received at a provider, by when it was approved there. */
export function receivedBetween(
  executor: Executor,
  { provider, from, to }: { provider: string; from: Date; to: Date },
): Promise<ProviderPaymentRow[]> {
  return executor
    .select()
    .from(providerPayments)
    .where(
      and(
        eq(providerPayments.provider, provider),
        gte(providerPayments.approvedAt, from),
        lt(providerPayments.approvedAt, to),
        isNotNull(providerPayments.receivedAt),
      ),
    )
}
