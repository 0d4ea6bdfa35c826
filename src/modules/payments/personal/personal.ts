import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isValue, oneOf } from '../../../platform/database/columns.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { ErasureBlock, Person, PersonalSource } from '../../../platform/personal/personal-data.ts'
import { rowsSource } from '../../../platform/personal/rows-source.ts'
import { payerLinks, postponements } from '../arrangements/tables.server.ts'
import { charges } from '../charges/tables.server.ts'
import { credits } from '../credits/tables.server.ts'
import { openStatuses } from '../domain/charge.ts'
import { openRefundStatuses } from '../domain/refund.ts'
import { instalments } from '../instalments/tables.server.ts'
import { manualPayments } from '../manual/tables.server.ts'
import { payments } from '../payments/tables.server.ts'
import { refundApprovals, refunds } from '../refunds/tables.server.ts'
import { rawPayments } from '../set-aside/tables.server.ts'

/**
 * Amounts owed and paid. Amounts and dates are kept as long as the law requires for accounting records; they contain no
 * names.
 */
export const paymentsPersonal: readonly PersonalSource[] = [
  rowsSource({
    kind: 'order',
    table: instalments,
    id: instalments.id,
    where: ({ userId }) => (userId ? eq(instalments.userId, userId) : undefined),
    fields: {
      service: instalments.serviceTitle,
      number: instalments.number,
      amount: instalments.amount,
      dueDate: instalments.dueDate,
      status: instalments.status,
      paidAt: instalments.paymentDate,
    },
  }),
  {
    ...rowsSource({
      kind: 'order',
      table: charges,
      id: charges.id,
      where: ({ userId }) => (userId ? eq(charges.userId, userId) : undefined),
      fields: {
        description: charges.description,
        amount: charges.amount,
        method: charges.method,
        status: charges.status,
        createdAt: charges.createdAt,
        paidAt: charges.settledAt,
        payer: sql`${charges.payer}::text`,
      },
    }),
    async erase(tx, { userId }) {
      if (userId) await tx.update(charges).set({ payer: null }).where(eq(charges.userId, userId))
    },
  },
  rowsSource({
    kind: 'contract',
    table: postponements,
    id: postponements.id,
    where: ({ userId }) => (userId ? eq(postponements.userId, userId) : undefined),
    fields: {
      requestedAt: postponements.requestedAt,
      text: postponements.statement,
      ip: postponements.ip,
      userAgent: postponements.userAgent,
    },
  }),
  rowsSource({
    kind: 'link',
    table: payerLinks,
    id: payerLinks.id,
    where: ({ userId }) =>
      userId
        ? sql`${payerLinks.instalmentId} in (select ${instalments.id} from ${instalments} where ${instalments.userId} = ${userId})`
        : undefined,
    fields: {
      createdAt: payerLinks.createdAt,
      expiresAt: payerLinks.expiresAt,
      endedAt: payerLinks.revokedAt,
    },
    erase: (now) => ({ revokedAt: sql`coalesce(revoked_at, ${now.toISOString()}::timestamptz)` }),
  }),
  {
    ...rowsSource({
      kind: 'provider-words',
      table: rawPayments,
      id: rawPayments.digest,
      where: ({ userId }) => (userId ? isOf(userId) : undefined),
      fields: { provider: rawPayments.provider, createdAt: rawPayments.seenAt },
    }),
    async erase(tx, { userId }) {
      if (userId) await tx.delete(rawPayments).where(isOf(userId))
    },
  },
]

/**
 * Selects the provider payloads of a person's payments: of their charges, and of money that came without a charge and became their
 * credit or paid their instalments.
 */
function isOf(userId: string) {
  return isAbout(sql`
    ${paymentsFor(eq(charges.userId, userId))}
    union select provider_payment_id from ${credits} where user_id = ${userId}
    union ${thatPaid(userId)}`)
}

/** Selects the ids of the payments that paid a person's instalments, whoever's charge they were for. */
function thatPaid(userId: string) {
  return sql`select paid_with from ${instalments} where user_id = ${userId} and paid_with is not null`
}

/** Selects the ids of the payments of these charges. */
function paymentsFor(whose: SQL) {
  return sql`select id from ${payments} where charge_id in (select id from ${charges} where ${whose})`
}

/** Selects the provider payloads of these payments. */
function isAbout(paymentIds: SQL) {
  return sql`(${rawPayments.provider}, ${rawPayments.providerId}) in (
    select provider, provider_id from ${payments} where id in (${paymentIds}))`
}

/**
 * Money that is still owed, in either direction, and open disputes at a bank: the evidence is needed until they are
 * decided.
 */
export async function moneyBlocks(executor: Executor, { userId }: Person): Promise<ErasureBlock[]> {
  if (!userId) return []
  return blocksOf(executor, { whose: eq(charges.userId, userId), paidWith: thatPaid(userId) }, [
    executor
      .select(one)
      .from(instalments)
      .where(and(eq(instalments.userId, userId), eq(instalments.status, 'pending')))
      .limit(1),
    executor
      .select(one)
      .from(credits)
      .where(and(eq(credits.userId, userId), eq(credits.status, 'open')))
      .limit(1),
    executor
      .select(one)
      .from(manualPayments)
      .where(and(eq(manualPayments.userId, userId), isValue(manualPayments.status, 'waiting')))
      .limit(1),
    executor
      .select(one)
      .from(refundApprovals)
      .where(and(eq(refundApprovals.userId, userId), isNull(refundApprovals.decidedAt)))
      .limit(1),
  ])
}

/** `moneyBlocks` for look-ups, which have no account when a guest bought them: of every charge for them. */
export async function lookupMoneyBlocks(
  executor: Executor,
  { consultationIds }: { consultationIds: readonly string[] },
): Promise<ErasureBlock[]> {
  return consultationIds.length > 0
    ? blocksOf(executor, { whose: inArray(charges.purposeId, [...consultationIds]) }, [])
    : []
}

const one = { one: sql`1` }

/**
 * Returns the reasons that block an erasure of these charges, and of payments of other charges or of none.
 *
 * @param besides queries for other money that is owed
 */
async function blocksOf(
  executor: Executor,
  { whose, paidWith = sql`null` }: { whose: SQL; paidWith?: SQL },
  besides: readonly PromiseLike<readonly unknown[]>[],
): Promise<ErasureBlock[]> {
  const own = sql`(select ${charges.id} from ${charges} where ${whose})`
  const ownCredits = sql`(select ${credits.id} from ${credits} where ${credits.chargeId} in ${own})`
  const isRefundOpen = or(
    oneOf(refunds.status, openRefundStatuses),
    and(eq(refunds.status, 'done'), gt(refunds.unattributed, 0)),
  )
  const owed = await Promise.all([
    ...besides,
    executor
      .select(one)
      .from(charges)
      .where(and(whose, inArray(charges.status, [...openStatuses])))
      .limit(1),
    executor
      .select(one)
      .from(credits)
      .where(and(sql`${credits.chargeId} in ${own}`, eq(credits.status, 'open')))
      .limit(1),
    executor
      .select(one)
      .from(refunds)
      .where(and(sql`(${refunds.chargeId} in ${own} or ${refunds.paymentId} in (${paidWith}))`, isRefundOpen))
      .limit(1),
    executor
      .select(one)
      .from(refundApprovals)
      .where(
        and(
          isNull(refundApprovals.decidedAt),
          sql`(${refundApprovals.subjectId} in ${own} or ${refundApprovals.subjectId} in ${ownCredits})`,
        ),
      )
      .limit(1),
  ])
  const isDisputed = or(
    eq(payments.state, 'in_mediation'),
    and(eq(payments.state, 'charged_back'), isNotNull(payments.reviewReason)),
    eq(payments.reviewReason, 'charged_back_in_part'),
  )
  const disputed = await executor
    .select(one)
    .from(payments)
    .where(and(sql`(${payments.chargeId} in ${own} or ${payments.id} in (${paidWith}))`, isDisputed))
    .limit(1)
  return [
    ...(owed.some((rows) => rows.length > 0) ? (['money'] as const) : []),
    ...(disputed.length > 0 ? (['dispute'] as const) : []),
  ]
}

/** Erases the payer of every charge for a look-up, and the provider's payloads that contain the payer's data. */
export async function erasePayer(
  executor: Executor,
  { consultationId }: { consultationId: string },
): Promise<void> {
  const whose = eq(charges.purposeId, consultationId)
  await executor.update(charges).set({ payer: null }).where(whose)
  await executor.delete(rawPayments).where(isAbout(paymentsFor(whose)))
}
