import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { lockName } from '../../platform/database/named-lock.ts'
import type { DocumentView } from './public.ts'
import { documents } from './tables.server.ts'

export type DocumentRow = typeof documents.$inferSelect

export const available = and(isNotNull(documents.storedAt), isNull(documents.removedAt))

/** Serializes a user's uploads until the transaction ends, so that limits are checked consistently. */
export async function lockDocumentsOf(tx: Executor, userId: string): Promise<void> {
  await lockName(tx, `documents:${userId}`)
}

/** The user's document with this content, including an unfinished upload. */
export async function findByContent(
  executor: Executor,
  { userId, sha256 }: { userId: string; sha256: string },
): Promise<DocumentRow | undefined> {
  const [row] = await executor
    .select()
    .from(documents)
    .where(and(eq(documents.userId, userId), eq(documents.sha256, sha256), isNull(documents.removedAt)))
  return row
}

/** Number and total bytes of a user's documents, including unfinished uploads. */
export async function totalsOf(
  executor: Executor,
  userId: string,
): Promise<{ count: number; bytes: number }> {
  const [totals] = await executor
    .select({
      count: sql<number>`count(*)`.mapWith(Number),
      bytes: sql<number>`coalesce(sum(${documents.size}), 0)`.mapWith(Number),
    })
    .from(documents)
    .where(and(eq(documents.userId, userId), isNull(documents.removedAt)))
  return totals ?? { count: 0, bytes: 0 }
}

export async function insertDocument(
  executor: Executor,
  row: typeof documents.$inferInsert,
): Promise<DocumentRow> {
  const [inserted] = await executor.insert(documents).values(row).returning()
  if (!inserted) throw new Error('a document was not inserted')
  return inserted
}

/** Restarts the clock of an unfinished upload, so that the sweep skips it meanwhile. */
export async function renewUnfinished(executor: Executor, id: string, now: Date): Promise<void> {
  await executor.update(documents).set({ createdAt: now }).where(eq(documents.id, id))
}

/** @returns false when the sweep has removed the row */
export async function markStored(executor: Executor, id: string, now: Date): Promise<boolean> {
  const marked = await executor
    .update(documents)
    .set({ storedAt: now })
    .where(and(eq(documents.id, id), isNull(documents.removedAt)))
    .returning({ id: documents.id })
  return marked.length > 0
}

/** Newest first. */
export async function listDocuments(executor: Executor, userId: string): Promise<DocumentView[]> {
  const rows = await executor
    .select({
      id: documents.id,
      personType: documents.personType,
      name: documents.name,
      mediaType: documents.mediaType,
      size: documents.size,
      createdAt: documents.createdAt,
      review: documents.reviewStatus,
      rejection: documents.rejection,
    })
    .from(documents)
    .where(and(eq(documents.userId, userId), available))
    .orderBy(desc(documents.createdAt), desc(documents.id))
  return rows.map((row) => ({ ...row, rejection: row.rejection ?? undefined }))
}

/** The owner is part of the query, so another user's document is not found. */
export async function findOwned(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<DocumentRow | undefined> {
  const [row] = await executor
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.userId, userId), available))
  return row
}

/** An available document of any owner, for the team. Locked, so that concurrent decisions are serialized. */
export async function lockAvailable(tx: Executor, id: string): Promise<DocumentRow | undefined> {
  const [row] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), available))
    .for('update')
  return row
}

export async function updateReview(
  tx: Executor,
  id: string,
  change: Pick<DocumentRow, 'reviewStatus' | 'reviewVersion' | 'reviewedAt' | 'rejection'>,
): Promise<void> {
  await tx.update(documents).set(change).where(eq(documents.id, id))
}

/** @returns the name of the removed document; undefined when the user has no such document */
export async function markRemoved(
  executor: Executor,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<string | undefined> {
  const [row] = await executor
    .update(documents)
    .set({ removedAt: now })
    .where(and(eq(documents.id, id), eq(documents.userId, userId), available))
    .returning({ name: documents.name })
  return row?.name
}

/** @returns the ids of all documents of a user, or of those sent before an instant */
export async function markAllRemoved(
  executor: Executor,
  { userId, now, sentBefore }: { userId: string; now: Date; sentBefore?: Date | undefined },
): Promise<string[]> {
  const rows = await executor
    .update(documents)
    .set({ removedAt: sql`coalesce(${documents.removedAt}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(documents.userId, userId), sentBefore ? lt(documents.createdAt, sentBefore) : undefined))
    .returning({ id: documents.id })
  return rows.map(({ id }) => id)
}

export async function findRemoved(executor: Executor, id: string): Promise<DocumentRow | undefined> {
  const [row] = await executor
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), isNotNull(documents.removedAt)))
  return row
}

export async function deleteRow(executor: Executor, id: string): Promise<void> {
  await executor.delete(documents).where(and(eq(documents.id, id), isNotNull(documents.removedAt)))
}

/** Marks unfinished uploads from before `before` as removed, and returns the ids of all pending removals. */
export async function claimUnfinished(
  executor: Executor,
  { before, now }: { before: Date; now: Date },
): Promise<string[]> {
  await executor
    .update(documents)
    .set({ removedAt: now })
    .where(and(isNull(documents.storedAt), isNull(documents.removedAt), lt(documents.createdAt, before)))
  const rows = await executor
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(isNotNull(documents.removedAt), or(isNull(documents.storedAt), lt(documents.removedAt, before))),
    )
    .limit(500)
  return rows.map(({ id }) => id)
}
