import { and, asc, eq, isNull } from 'drizzle-orm'
import { isUuid } from '../../../core/ids.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { refundApprovals } from './tables.server.ts'

export type ApprovalRow = typeof refundApprovals.$inferSelect

/** @returns false when the subject already has an open approval */
export async function insertApproval(
  tx: Executor,
  row: typeof refundApprovals.$inferInsert,
): Promise<boolean> {
  const inserted = await tx
    .insert(refundApprovals)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: refundApprovals.id })
  return inserted.length > 0
}

/** One that waits, locked. */
export async function lockApproval(tx: Transaction, id: string): Promise<ApprovalRow | undefined> {
  const found = tx
    .select()
    .from(refundApprovals)
    .where(and(eq(refundApprovals.id, id), isNull(refundApprovals.decidedAt)))
  return (await found.for('update'))[0]
}

/** Whether a refund of this subject needs the approval of a second person. */
export async function hasOpenApproval(executor: Executor, subjectId: string): Promise<boolean> {
  const found = executor
    .select({ id: refundApprovals.id })
    .from(refundApprovals)
    .where(and(eq(refundApprovals.subjectId, subjectId), isNull(refundApprovals.decidedAt)))
  return (await found.limit(1)).length > 0
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
    .orderBy(asc(refundApprovals.askedAt))
    .limit(limit)
}
