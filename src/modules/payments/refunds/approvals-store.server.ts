import { and, asc, eq, gte, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isUuid } from '../../../core/ids.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { insertIfNew } from '../../../platform/database/insert-rows.ts'
import { lockName } from '../../../platform/database/named-lock.ts'
import { onlyRow } from '../../../platform/database/only-row.ts'
import { charges } from '../charges/tables.server.ts'
import { credits } from '../credits/tables.server.ts'
import { instalments } from '../instalments/tables.server.ts'
import { refundApprovals, refunds } from './tables.server.ts'

export type ApprovalRow = typeof refundApprovals.$inferSelect

/** @returns false when the subject already has an open approval */
export function insertApproval(tx: Executor, row: typeof refundApprovals.$inferInsert): Promise<boolean> {
  return insertIfNew(tx, refundApprovals, row)
}

/** Returns an approval that is still undecided, and locks it. */
export async function lockApproval(tx: Transaction, id: string): Promise<ApprovalRow | undefined> {
  const found = tx
    .select()
    .from(refundApprovals)
    .where(and(eq(refundApprovals.id, id), isNull(refundApprovals.decidedAt)))
  return (await found.for('update'))[0]
}

export async function decideApproval(
  tx: Executor,
  { id, ...decided }: Pick<ApprovalRow, 'id' | 'decidedBy' | 'decidedAt' | 'isApproved'>,
): Promise<void> {
  await tx.update(refundApprovals).set(decided).where(eq(refundApprovals.id, id))
}

/** One, decided or not. */
export async function approvalOf(executor: Executor, id: string): Promise<ApprovalRow | undefined> {
  if (!isUuid(id)) return undefined
  return (await executor.select().from(refundApprovals).where(eq(refundApprovals.id, id)))[0]
}

/** The open approval of a charge, a credit or an order: there is at most one. */
export async function waitingApprovalOf(
  executor: Executor,
  subjectId: string,
): Promise<ApprovalRow | undefined> {
  const isIt = and(eq(refundApprovals.subjectId, subjectId), isNull(refundApprovals.decidedAt))
  return (await executor.select().from(refundApprovals).where(isIt))[0]
}

/** Open approvals, oldest first. */
export function openApprovals(executor: Executor, limit: number): Promise<ApprovalRow[]> {
  return executor
    .select()
    .from(refundApprovals)
    .where(isNull(refundApprovals.decidedAt))
    .orderBy(asc(refundApprovals.requestedAt))
    .limit(limit)
}

/** Serialises the decisions about a customer's money that one person may make alone, until the transaction ends. */
export async function lockUnapproved(
  tx: Transaction,
  { kind, userId }: { kind: 'refund' | 'manual'; userId: string },
): Promise<void> {
  await lockName(tx, `unapproved ${kind}:${userId}`)
}

/**
 * Centavos that the team refunded to a customer without approval since a time: all refunds that members requested, also
 * those given up later, less those that were approved.
 */
export async function unapprovedRefundsOf(
  executor: Executor,
  { userId, since }: { userId: string; since: Date },
): Promise<Centavos> {
  const chargesOfUser = executor.select({ id: charges.id }).from(charges).where(eq(charges.userId, userId))
  const creditsOfUser = executor.select({ id: credits.id }).from(credits).where(eq(credits.userId, userId))
  // A payment without a charge, whose credit was applied to an instalment.
  const applied = executor
    .select({ id: instalments.paidWith })
    .from(instalments)
    .where(and(eq(instalments.userId, userId), isNotNull(instalments.paidWith)))
  const ofUser = or(
    inArray(refunds.chargeId, chargesOfUser),
    inArray(refunds.creditId, creditsOfUser),
    inArray(refunds.paymentId, applied),
  )
  const requested = await executor
    .select({ amount: totalOf(refunds.amount) })
    .from(refunds)
    .where(and(eq(refunds.origin, 'team'), gte(refunds.createdAt, since), ofUser))
  // What was left of such a payment is a credit without an owner.
  const creditsLeft = executor
    .select({ id: credits.id })
    .from(credits)
    .where(inArray(credits.paymentId, applied))
  const isOfUser = or(
    eq(refundApprovals.userId, userId),
    and(isNull(refundApprovals.userId), inArray(refundApprovals.subjectId, creditsLeft)),
  )
  const approved = await executor
    .select({ amount: totalOf(refundApprovals.amount) })
    .from(refundApprovals)
    .where(and(isOfUser, eq(refundApprovals.isApproved, true), gte(refundApprovals.decidedAt, since)))
  return Math.max(0, onlyRow(requested).amount - onlyRow(approved).amount)
}

const totalOf = (amount: AnyPgColumn): SQL<Centavos> => sql`coalesce(sum(${amount}), 0)`.mapWith(Number)
