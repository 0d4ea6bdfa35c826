import { and, asc, eq, gt, isNull, notExists } from 'drizzle-orm'
import type { IsoDate } from '../../../core/calendar.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { instalments } from '../instalments/tables.server.ts'
import { dueReminders, payerLinks, postponements } from './tables.server.ts'

export type PostponementRow = typeof postponements.$inferSelect
export type PayerLinkRow = typeof payerLinks.$inferSelect

/** @returns false when the order's postponement is used, by a concurrent request too */
export async function insertPostponement(tx: Transaction, row: PostponementRow): Promise<boolean> {
  const inserted = await tx
    .insert(postponements)
    .values(row)
    .onConflictDoNothing({ target: postponements.orderId })
    .returning({ id: postponements.id })
  return inserted.length > 0
}

export async function findPostponement(
  executor: Executor,
  orderId: string,
): Promise<PostponementRow | undefined> {
  const [row] = await executor.select().from(postponements).where(eq(postponements.orderId, orderId))
  return row
}

/** @returns false when the instalment has a link that is not revoked */
export async function insertPayerLink(executor: Executor, row: PayerLinkRow): Promise<boolean> {
  const inserted = await executor
    .insert(payerLinks)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: payerLinks.id })
  return inserted.length > 0
}

/** The link of an instalment that is not revoked; it may be past its time. */
export async function currentPayerLink(
  executor: Executor,
  instalmentId: string,
): Promise<PayerLinkRow | undefined> {
  const [row] = await executor
    .select()
    .from(payerLinks)
    .where(and(eq(payerLinks.instalmentId, instalmentId), isNull(payerLinks.revokedAt)))
  return row
}

/** The valid link with this digest of its token. */
export async function findPayerLink(
  executor: Executor,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<PayerLinkRow | undefined> {
  const [row] = await executor
    .select()
    .from(payerLinks)
    .where(
      and(eq(payerLinks.tokenHash, tokenHash), isNull(payerLinks.revokedAt), gt(payerLinks.expiresAt, now)),
    )
  return row
}

/** Revokes a customer's own link of an instalment. @returns whether there was one */
export async function revokeCurrentLink(
  executor: Executor,
  { instalmentId, userId, now }: { instalmentId: string; userId: string; now: Date },
): Promise<boolean> {
  const revoked = await executor
    .update(payerLinks)
    .set({ revokedAt: now })
    .where(
      and(
        eq(payerLinks.instalmentId, instalmentId),
        eq(payerLinks.userId, userId),
        isNull(payerLinks.revokedAt),
      ),
    )
    .returning({ id: payerLinks.id })
  return revoked.length > 0
}

/** Records reminders. @returns the ids of the instalments that were not reminded of before for this due date */
export async function insertReminders(
  tx: Transaction,
  { instalmentIds, dueDate, sentAt }: { instalmentIds: readonly string[]; dueDate: IsoDate; sentAt: Date },
): Promise<Set<string>> {
  if (instalmentIds.length === 0) return new Set()
  const inserted = await tx
    .insert(dueReminders)
    .values(instalmentIds.map((instalmentId) => ({ instalmentId, dueDate, sentAt })))
    .onConflictDoNothing()
    .returning({ id: dueReminders.instalmentId })
  return new Set(inserted.map(({ id }) => id))
}

/** The customers with an instalment due on a day and not reminded of, in the order of their ids. */
export async function usersToRemind(
  executor: Executor,
  { dueDate, after, limit }: { dueDate: IsoDate; after: string | undefined; limit: number },
): Promise<string[]> {
  const reminded = executor
    .select({ id: dueReminders.instalmentId })
    .from(dueReminders)
    .where(and(eq(dueReminders.instalmentId, instalments.id), eq(dueReminders.dueDate, dueDate)))
  const rows = await executor
    .selectDistinct({ userId: instalments.userId })
    .from(instalments)
    .where(
      and(
        eq(instalments.status, 'pending'),
        eq(instalments.dueDate, dueDate),
        notExists(reminded),
        after === undefined ? undefined : gt(instalments.userId, after),
      ),
    )
    .orderBy(asc(instalments.userId))
    .limit(limit)
  return rows.map(({ userId }) => userId)
}
