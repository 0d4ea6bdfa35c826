import { and, asc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { insertIfNew } from '../../platform/database/insert-rows.ts'
import type { OriginalRequest } from './domain/review.ts'
import { documentRequests } from './tables.server.ts'

export type RequestRow = typeof documentRequests.$inferSelect

const open = and(isNull(documentRequests.fulfilledAt), isNull(documentRequests.closedAt))

/** @returns false when the same request is already open */
export function insertRequest(tx: Executor, row: typeof documentRequests.$inferInsert): Promise<boolean> {
  return insertIfNew(tx, documentRequests, row)
}

/** The open requests to a customer, oldest first. */
export function openRequestsOf(executor: Executor, userId: string): Promise<RequestRow[]> {
  return executor
    .select()
    .from(documentRequests)
    .where(and(eq(documentRequests.userId, userId), open))
    .orderBy(asc(documentRequests.createdAt), asc(documentRequests.id))
}

/**
 * Marks a request as fulfilled by a file. The owner of the request is part of the query. @returns whether it was open
 */
export async function fulfil(
  tx: Executor,
  {
    requestId,
    userId,
    documentId,
    now,
  }: { requestId: string; userId: string; documentId: string; now: Date },
): Promise<boolean> {
  const fulfilled = await tx
    .update(documentRequests)
    .set({ fulfilledAt: now, fulfilledBy: documentId })
    .where(and(eq(documentRequests.id, requestId), eq(documentRequests.userId, userId), open))
    .returning({ id: documentRequests.id })
  return fulfilled.length > 0
}

/** Reopens the request of a file that was removed, unless a replacement was requested since, which takes its place. */
export async function reopenRequestsOf(tx: Executor, { documentId }: { documentId: string }): Promise<void> {
  const isReplaced = sql`exists (select 1 from ${documentRequests} r
    where r.document_id = ${documentId} and r.user_id = ${documentRequests.userId} and r.closed_at is null)`
  await tx
    .update(documentRequests)
    .set({ fulfilledAt: null, fulfilledBy: null })
    .where(
      and(
        eq(documentRequests.fulfilledBy, documentId),
        isNull(documentRequests.closedAt),
        sql`not ${isReplaced}`,
      ),
    )
}

/**
 * Returns the original request of each document, by document id. A document that replaces a rejected one has the request of the first one.
 * Documents that nobody requested are left out.
 */
export async function originalRequest(
  executor: Executor,
  documentIds: readonly string[],
): Promise<Map<string, OriginalRequest>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await executor.execute<{ id: string; kind: OriginalRequest['kind']; note: string }>(sql`
    with recursive asked as (
      select fulfilled_by as id, kind, note, document_id from ${documentRequests}
      where ${inArray(documentRequests.fulfilledBy, [...documentIds])}
      union
      select asked.id, r.kind, r.note, r.document_id
      from asked join ${documentRequests} r on r.fulfilled_by = asked.document_id
    )
    select id, kind, note from asked where kind <> 'replacement'`)
  return new Map(rows.map(({ id, kind, note }) => [id, { kind, note }]))
}

/** Whether a request is open: the one with this id, or the one to replace this document. */
export async function isRequestOpen(
  executor: Executor,
  which: { requestId: string } | { documentId: string },
): Promise<boolean> {
  const rows = await executor
    .select({ id: documentRequests.id })
    .from(documentRequests)
    .where(and(matching(which), open))
  return rows.length > 0
}

/** Closes a request that is no longer needed. @returns whether it was open */
export async function closeRequest(
  tx: Executor,
  which: { requestId: string } | { documentId: string },
  now: Date,
): Promise<boolean> {
  const closed = await tx
    .update(documentRequests)
    .set({ closedAt: now })
    .where(and(matching(which), open))
    .returning({ id: documentRequests.id })
  return closed.length > 0
}

/** Deletes the requests to a user, or those from before an instant. */
export async function deleteRequests(
  tx: Executor,
  { userId, before }: { userId: string; before?: Date | undefined },
): Promise<void> {
  await tx
    .delete(documentRequests)
    .where(
      and(eq(documentRequests.userId, userId), before ? lt(documentRequests.createdAt, before) : undefined),
    )
}

function matching(which: { requestId: string } | { documentId: string }): SQL {
  return 'requestId' in which
    ? eq(documentRequests.id, which.requestId)
    : eq(documentRequests.documentId, which.documentId)
}
