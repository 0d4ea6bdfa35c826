import { and, asc, eq, gte, lt, ne } from 'drizzle-orm'
import type { IsoDate } from '../../core/calendar.ts'
import type { Executor } from '../../platform/database/database.ts'
import { customOffers } from './tables.server.ts'

export type OfferRow = typeof customOffers.$inferSelect

export async function insertOffer(executor: Executor, row: typeof customOffers.$inferInsert): Promise<void> {
  await executor.insert(customOffers).values(row)
}

/** An offer to this customer; of anybody where no customer is named. */
export async function selectOffer(
  executor: Executor,
  which: { offerId: string; userId?: string },
): Promise<OfferRow | undefined> {
  const [row] = await executor.select().from(customOffers).where(named(which))
  return row
}

/** The same, held until the transaction ends. */
export async function lockOffer(
  executor: Executor,
  which: { offerId: string; userId?: string },
): Promise<OfferRow | undefined> {
  const [row] = await executor.select().from(customOffers).where(named(which)).for('update')
  return row
}

export async function updateOffer(
  executor: Executor,
  offerId: string,
  change: Partial<typeof customOffers.$inferInsert>,
): Promise<void> {
  await executor.update(customOffers).set(change).where(eq(customOffers.id, offerId))
}

/** Offers neither answered nor past their day. */
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

function named({ offerId, userId }: { offerId: string; userId?: string }) {
  return and(eq(customOffers.id, offerId), userId === undefined ? undefined : eq(customOffers.userId, userId))
}
