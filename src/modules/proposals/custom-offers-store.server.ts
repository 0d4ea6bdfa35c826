import { and, asc, eq, gte, lt, ne } from 'drizzle-orm'
import type { IsoDate } from '../../core/calendar.ts'
import type { Executor } from '../../platform/database/database.ts'
import { insertNewRows } from '../../platform/database/insert-rows.ts'
import { customOffers } from './tables.server.ts'

export type OfferRow = typeof customOffers.$inferSelect

/** @returns false when an offer with this id exists */
export async function insertOffer(
  executor: Executor,
  row: typeof customOffers.$inferInsert,
): Promise<boolean> {
  return (await insertNewRows(executor, customOffers, [row], { unique: customOffers.id })) > 0
}

/** An offer by id; with `userId`, only if it is this customer's. */
export async function selectOffer(
  executor: Executor,
  which: { offerId: string; userId?: string },
): Promise<OfferRow | undefined> {
  const [row] = await executor.select().from(customOffers).where(matching(which))
  return row
}

/** The same, locked until the transaction ends. */
export async function lockOffer(
  executor: Executor,
  which: { offerId: string; userId?: string },
): Promise<OfferRow | undefined> {
  const [row] = await executor.select().from(customOffers).where(matching(which)).for('update')
  return row
}

export async function updateOffer(
  executor: Executor,
  offerId: string,
  change: Partial<typeof customOffers.$inferInsert>,
): Promise<void> {
  await executor.update(customOffers).set(change).where(eq(customOffers.id, offerId))
}

/** Offers that are open and have not expired. */
export async function selectSentOffers(
  executor: Executor,
  { userId, today }: { userId: string; today: IsoDate },
): Promise<OfferRow[]> {
  return executor
    .select()
    .from(customOffers)
    .where(
      and(
        eq(customOffers.userId, userId),
        eq(customOffers.status, 'sent'),
        gte(customOffers.validUntil, today),
      ),
    )
    .orderBy(asc(customOffers.validUntil))
}

export async function deleteUnacceptedOffers(
  executor: Executor,
  { before }: { before: Date },
): Promise<void> {
  await executor
    .delete(customOffers)
    .where(and(ne(customOffers.status, 'accepted'), lt(customOffers.createdAt, before)))
}

function matching({ offerId, userId }: { offerId: string; userId?: string }) {
  return and(eq(customOffers.id, offerId), userId === undefined ? undefined : eq(customOffers.userId, userId))
}
