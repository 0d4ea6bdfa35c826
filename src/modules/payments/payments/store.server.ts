import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, min, or, sql } from 'drizzle-orm'
import { builtOnce, isAmong } from '../../../platform/database/built-once.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { updateRow } from '../../../platform/database/update-row.ts'
import type { ChargeRow } from '../charges/store.server.ts'
import type { PaymentReport } from '../ports.ts'
import { payments } from './tables.server.ts'

export type PaymentRow = typeof payments.$inferSelect

/** The recorded payment of a report, locked; inserted first when it is new. */
export async function lockReportedPayment(
  tx: Transaction,
  {
    id,
    provider,
    report: { providerId, reference, method, amount },
    chargeId,
    now,
  }: {
    id: string
    provider: string
    report: PaymentReport
    chargeId: string | null
    now: Date
  },
): Promise<PaymentRow> {
  const stated = { reference: reference ?? null, method, amount }
  const [inserted] = await newPayment(tx, { id, provider, providerId, chargeId, ...stated, now })
  if (inserted) return inserted
  const [row] = await paymentToLock(tx, { provider, providerId })
  if (!row) throw new Error(`payment ${providerId} cannot be read back`)
  return row
}

const newPayment = builtOnce((executor) => {
  const now = sql.placeholder('now')
  return executor
    .insert(payments)
    .values({
      id: sql.placeholder('id'),
      provider: sql.placeholder('provider'),
      providerId: sql.placeholder('providerId'),
      chargeId: sql.placeholder('chargeId'),
      reference: sql.placeholder('reference'),
      method: sql.placeholder('method'),
      amount: sql.placeholder('amount'),
      status: '',
      refunded: 0,
      fee: 0,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
})

const paymentToLock = builtOnce((executor) =>
  executor
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, sql.placeholder('provider')),
        eq(payments.providerId, sql.placeholder('providerId')),
      ),
    )
    .for('no key update'),
)

export async function updatePayment(tx: Executor, id: string, change: Partial<PaymentRow>): Promise<void> {
  await updateRow(tx, payments, { where: { id }, set: change })
}

export async function findPayment(executor: Executor, id: string): Promise<PaymentRow | undefined> {
  return (await executor.select().from(payments).where(eq(payments.id, id)))[0]
}

/** Payments among these ids, oldest first. */
export function paymentsById(executor: Executor, ids: readonly string[]): Promise<PaymentRow[]> {
  return executor
    .select()
    .from(payments)
    .where(inArray(payments.id, [...ids]))
    .orderBy(asc(payments.id))
}

export async function lockPayment(tx: Transaction, id: string): Promise<PaymentRow | undefined> {
  return (await tx.select().from(payments).where(eq(payments.id, id)).for('no key update'))[0]
}

/**
 * Locks several payments in the order in which payments are locked everywhere. Returns them by id, omitting ids that do not
 * exist.
 */
export async function lockPayments(tx: Transaction, ids: Iterable<string>): Promise<Map<string, PaymentRow>> {
  const locked = new Map<string, PaymentRow>()
  for (const id of [...new Set(ids)].toSorted()) {
    const payment = await lockPayment(tx, id)
    if (payment) locked.set(id, payment)
  }
  return locked
}

/** Returns which of a provider's payments are recorded, by the provider's id. */
export async function knownPayments(
  executor: Executor,
  { provider, providerIds }: { provider: string; providerIds: readonly string[] },
): Promise<Map<string, PaymentRow>> {
  if (providerIds.length === 0) return new Map()
  const rows = await ofProvider(executor, { provider, providerIds })
  return new Map(rows.map((row) => [row.providerId, row]))
}

const ofProvider = builtOnce((executor) =>
  executor
    .select()
    .from(payments)
    .where(
      and(eq(payments.provider, sql.placeholder('provider')), isAmong(payments.providerId, 'providerIds')),
    ),
)

/** Whether a payment of a charge has a status that we do not know, which is an open item. */
export async function hasUnknownStatus(executor: Executor, chargeId: string): Promise<boolean> {
  const found = executor
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.chargeId, chargeId), isNull(payments.state)))
    .limit(1)
  return (await found).length > 0
}

/** The payment that settled a charge. */
export async function settlingPaymentOf(
  executor: Executor,
  { provider, providerId, settledAt }: Pick<ChargeRow, 'provider' | 'providerId' | 'settledAt'>,
): Promise<PaymentRow | undefined> {
  if (!settledAt || !providerId) return undefined
  return (await knownPayments(executor, { provider, providerIds: [providerId] })).get(providerId)
}

export function paymentsToReview(executor: Executor, limit: number): Promise<PaymentRow[]> {
  return executor
    .select()
    .from(payments)
    .where(isNotNull(payments.reviewReason))
    .orderBy(asc(payments.createdAt))
    .limit(limit)
}

/** Whether a recorded payment is one of those of `chargesInDoubt`, or has paid for something else than its charge. */
export const isApprovalInDoubt = or(
  and(isNotNull(payments.approvedAt), isNull(payments.receivedAt), isNotNull(payments.reviewReason)),
  eq(payments.reviewReason, 'applied_elsewhere'),
)

/** Received payments of a provider by time of approval: `from` inclusive, `to` exclusive. */
export function receivedBetween(
  executor: Executor,
  { provider, from, to }: { provider: string; from: Date; to: Date },
): Promise<PaymentRow[]> {
  return executor
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        gte(payments.approvedAt, from),
        lt(payments.approvedAt, to),
        isNotNull(payments.receivedAt),
      ),
    )
}

/** When the first payment of a provider was approved. */
export async function firstApproval(executor: Executor, provider: string): Promise<Date | undefined> {
  const [row] = await executor
    .select({ approvedAt: min(payments.approvedAt) })
    .from(payments)
    .where(eq(payments.provider, provider))
  return row?.approvedAt ?? undefined
}
