import { and, desc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import type { DocumentView } from './public.ts'
import { documents } from './tables.server.ts'

export type DocumentRow = typeof documents.$inferSelect

const exists = and(isNotNull(documents.storedAt), isNull(documents.removedAt))

/** One upload or count at a time for a person, until the transaction ends. */
export async function lockDocumentsOf(tx: Executor, userId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents:${userId}`}, 0))`)
}

/** The person's document with this content, whether its upload finished or not. */
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

/** How many documents a person has, unfinished ones counted, and their bytes together. */
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

/** Gives an unfinished upload its time anew, so that the sweep leaves it alone meanwhile. */
export async function renewUnfinished(executor: Executor, id: string, now: Date): Promise<void> {
  await executor.update(documents).set({ createdAt: now }).where(eq(documents.id, id))
}

/** @returns false where the row was swept away meanwhile */
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
  return executor
    .select({
      id: documents.id,
      personType: documents.personType,
      name: documents.name,
      mediaType: documents.mediaType,
      size: documents.size,
      createdAt: documents.createdAt,
    })
    .from(documents)
    .where(and(eq(documents.userId, userId), exists))
    .orderBy(desc(documents.createdAt), desc(documents.id))
}

/** Whose it is, is part of the question: somebody else's document is no row. */
export async function findOwned(
  executor: Executor,
  { id, userId }: { id: string; userId: string },
): Promise<DocumentRow | undefined> {
  const [row] = await executor
    .select()
    .from(documents)
    .where(and(eq(documents.id, id), eq(documents.userId, userId), exists))
  return row
}

/** @returns the name of what was removed; undefined where the person has no such document */
export async function markRemoved(
  executor: Executor,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<string | undefined> {
  const [row] = await executor
    .update(documents)
    .set({ removedAt: now })
    .where(and(eq(documents.id, id), eq(documents.userId, userId), exists))
    .returning({ name: documents.name })
  return row?.name
}

/** @returns the ids of everything a person had, or of what they sent before a moment */
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

/** Declares uploads that began before `before` and never finished removed, and returns every removal still open. */
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
