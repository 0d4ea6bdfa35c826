import { and, asc, count, desc, eq, gt, inArray, isNull, lte, max, type SQL, sql } from 'drizzle-orm'
import { builtOnce } from '../../../platform/database/built-once.ts'
import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { insertIfNew } from '../../../platform/database/insert-rows.ts'
import type { Sealing } from '../../../platform/storage/sealing.ts'
import { reviewedStatuses } from '../domain/renegotiation.ts'
import { type AddendumRow, type Opening, openAddendum, sealAddendum } from '../sealed-contracts.server.ts'
import { acceptanceChains, contractAddenda, renegotiations } from '../tables.server.ts'

export type RenegotiationRow = typeof renegotiations.$inferSelect
export type { AddendumRow } from '../sealed-contracts.server.ts'

/** @returns false when the order has another open proposal, by the unique index */
export function insertRenegotiation(tx: Executor, row: RenegotiationRow): Promise<boolean> {
  return insertIfNew(tx, renegotiations, row)
}

/** @param userId required owner; undefined for the team */
export async function findRenegotiation(
  executor: Executor,
  { id, userId }: { id: string; userId?: string | undefined },
): Promise<RenegotiationRow | undefined> {
  const own = userId === undefined ? undefined : eq(renegotiations.userId, userId)
  return (
    await executor
      .select()
      .from(renegotiations)
      .where(and(eq(renegotiations.id, id), own))
  )[0]
}

export async function lockRenegotiation(
  tx: Transaction,
  { id, userId }: { id: string; userId?: string | undefined },
): Promise<RenegotiationRow | undefined> {
  const own = userId === undefined ? undefined : eq(renegotiations.userId, userId)
  const found = tx
    .select()
    .from(renegotiations)
    .where(and(eq(renegotiations.id, id), own))
  return (await found.for('update'))[0]
}

/** The open proposal of an order, locked. */
export async function lockOpenOfOrder(
  tx: Transaction,
  orderId: string,
): Promise<RenegotiationRow | undefined> {
  return (await openToLock(tx, { orderId }))[0]
}

const openToLock = builtOnce((executor) =>
  executor
    .select()
    .from(renegotiations)
    .where(and(eq(renegotiations.orderId, sql.placeholder('orderId')), eq(renegotiations.status, 'open')))
    .for('update'),
)

/** The open proposal of an order. */
export async function openOfOrder(
  executor: Executor,
  orderId: string,
): Promise<RenegotiationRow | undefined> {
  const [row] = await executor
    .select()
    .from(renegotiations)
    .where(and(eq(renegotiations.orderId, orderId), eq(renegotiations.status, 'open')))
  return row
}

/** When a customer's last new schedule of each order was accepted; without the orders that have none. */
export const lastAcceptedOfUser = builtOnce((executor) =>
  executor
    .select({ orderId: renegotiations.orderId, acceptedAt: max(renegotiations.endedAt) })
    .from(renegotiations)
    .where(and(eq(renegotiations.userId, sql.placeholder('userId')), eq(renegotiations.status, 'accepted')))
    .groupBy(renegotiations.orderId),
)

/** Number of arrangements of an order that the customer chose and accepted without the team. */
export async function countAcceptedOf(
  executor: Executor,
  { orderId, by }: { orderId: string; by: string },
): Promise<number> {
  const [row] = await executor
    .select({ accepted: count() })
    .from(renegotiations)
    .where(
      and(
        eq(renegotiations.orderId, orderId),
        eq(renegotiations.proposedBy, by),
        eq(renegotiations.status, 'accepted'),
      ),
    )
  return row?.accepted ?? 0
}

export async function updateRenegotiation(
  tx: Executor,
  id: string,
  change: Partial<Pick<RenegotiationRow, 'status' | 'endedAt' | 'answer' | 'reviewedAt'>>,
): Promise<void> {
  await tx.update(renegotiations).set(change).where(eq(renegotiations.id, id))
}

/** Marks earlier proposals of an order as reviewed, because another one has followed. */
export async function reviewEarlier(
  tx: Executor,
  { orderId, now }: { orderId: string; now: Date },
): Promise<void> {
  await tx
    .update(renegotiations)
    .set({ reviewedAt: now })
    .where(
      and(
        eq(renegotiations.orderId, orderId),
        inArray(renegotiations.status, [...reviewedStatuses]),
        isNull(renegotiations.reviewedAt),
      ),
    )
}

/** The proposals of an order, newest first. */
export function renegotiationsOfOrder(executor: Executor, orderId: string): Promise<RenegotiationRow[]> {
  return executor
    .select()
    .from(renegotiations)
    .where(eq(renegotiations.orderId, orderId))
    .orderBy(desc(renegotiations.proposedAt), desc(renegotiations.id))
}

/**
 * The proposals that a customer can accept.
 *
 * @param hasOpen condition that their orders have something open
 */
export function openOfUser(
  executor: Executor,
  { userId, now, hasOpen }: { userId: string; now: Date; hasOpen: SQL },
): Promise<RenegotiationRow[]> {
  return executor
    .select()
    .from(renegotiations)
    .where(
      and(
        eq(renegotiations.userId, userId),
        eq(renegotiations.status, 'open'),
        gt(renegotiations.expiresAt, now),
        hasOpen,
      ),
    )
    .orderBy(asc(renegotiations.proposedAt))
}

/** @param hasOpen condition that its order has something open */
export async function isAcceptable(
  executor: Executor,
  { id, hasOpen }: { id: string; hasOpen: SQL },
): Promise<boolean> {
  const rows = await executor
    .select({ id: renegotiations.id })
    .from(renegotiations)
    .where(and(eq(renegotiations.id, id), eq(renegotiations.status, 'open'), hasOpen))
  return rows.length > 0
}

/** Ends expired proposals. @returns how many */
export async function expireOld(executor: Executor, now: Date): Promise<number> {
  const ended = await executor
    .update(renegotiations)
    .set({ status: 'expired', endedAt: sql`${renegotiations.expiresAt}` })
    .where(and(eq(renegotiations.status, 'open'), lte(renegotiations.expiresAt, now)))
    .returning({ id: renegotiations.id })
  return ended.length
}

/** Appends an addendum to its chain, whose end must be locked. */
export async function appendAddendum(
  tx: Executor,
  row: Omit<AddendumRow, 'erasedAt'>,
  sealing: Sealing,
): Promise<void> {
  await tx.insert(contractAddenda).values({ ...row, ...sealAddendum(sealing, row) })
  await tx
    .update(acceptanceChains)
    .set({ position: row.position, head: row.recordHash })
    .where(eq(acceptanceChains.chain, row.chain))
}

/** The accepted addenda of an order, oldest first. */
export async function addendaOf(
  executor: Executor,
  { orderId, userId }: { orderId: string; userId: string },
  opening: Opening,
): Promise<AddendumRow[]> {
  const rows = await executor
    .select()
    .from(contractAddenda)
    .where(and(eq(contractAddenda.orderId, orderId), eq(contractAddenda.userId, userId)))
    .orderBy(asc(contractAddenda.acceptedAt))
  return rows.map((row) => openAddendum(row, opening))
}

/** Addenda of a chain after a position, in ascending order. */
export async function addendaAfter(
  executor: Executor,
  { chain, after, limit }: { chain: number; after: number; limit: number },
  opening: Opening,
): Promise<AddendumRow[]> {
  const rows = await executor
    .select()
    .from(contractAddenda)
    .where(and(eq(contractAddenda.chain, chain), gt(contractAddenda.position, after)))
    .orderBy(asc(contractAddenda.position))
    .limit(limit)
  return rows.map((row) => openAddendum(row, opening))
}
