import { and, asc, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Centavos } from '../../../core/money.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { ourReference } from '../domain/ownership.ts'
import { payments } from '../payments/tables.server.ts'
import { refunds } from '../refunds/tables.server.ts'

export interface ProviderMovement {
  providerId: string
  reference: string | null
  amount: Centavos
  at: Date
}

interface Window {
  since: Date
  limit: number
}

/** Money received for charges with our references that are not stored here. */
export async function paymentsOfUnknownCharges(
  executor: Executor,
  { since, limit }: Window,
): Promise<ProviderMovement[]> {
  const rows = await executor
    .select({
      providerId: payments.providerId,
      reference: payments.reference,
      amount: payments.amount,
      at: payments.receivedAt,
    })
    .from(payments)
    .where(
      and(
        isNull(payments.chargeId),
        isNotNull(payments.receivedAt),
        gte(payments.createdAt, since),
        sql`${payments.reference} ~* ${ourReference}`,
      ),
    )
    .orderBy(asc(payments.createdAt))
    .limit(limit)
  return rows.flatMap(({ at, ...row }) => (at ? [{ ...row, at }] : []))
}

/** Refunds that the provider reported and that were not requested here. */
export async function returnsMadeElsewhere(
  executor: Executor,
  { since, limit }: Window,
): Promise<ProviderMovement[]> {
  return executor
    .select({
      providerId: payments.providerId,
      reference: payments.reference,
      amount: refunds.amount,
      at: refunds.createdAt,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(and(eq(refunds.origin, 'panel'), gte(refunds.createdAt, since)))
    .orderBy(asc(refunds.createdAt))
    .limit(limit)
}
