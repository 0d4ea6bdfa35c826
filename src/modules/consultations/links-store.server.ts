import { and, desc, eq, isNull } from 'drizzle-orm'
import type { Executor } from '../../platform/database/database.ts'
import { consultationLinks } from './tables.server.ts'

export type LinkRow = typeof consultationLinks.$inferSelect

export async function insertLink(executor: Executor, row: LinkRow): Promise<void> {
  await executor.insert(consultationLinks).values(row)
}

export async function findLink(executor: Executor, id: string): Promise<LinkRow | undefined> {
  const [row] = await executor.select().from(consultationLinks).where(eq(consultationLinks.id, id))
  return row
}

/** The newest link of a look-up, which decides whether its result can be opened. */
export async function newestLink(executor: Executor, consultationId: string): Promise<LinkRow | undefined> {
  const [row] = await executor
    .select()
    .from(consultationLinks)
    .where(eq(consultationLinks.consultationId, consultationId))
    .orderBy(desc(consultationLinks.createdAt), desc(consultationLinks.id))
    .limit(1)
  return row
}

/** Revokes all links of a look-up. @returns how many */
export async function revokeLinks(
  executor: Executor,
  { consultationId, now }: { consultationId: string; now: Date },
): Promise<number> {
  const revoked = await executor
    .update(consultationLinks)
    .set({ revokedAt: now })
    .where(and(eq(consultationLinks.consultationId, consultationId), isNull(consultationLinks.revokedAt)))
    .returning({ id: consultationLinks.id })
  return revoked.length
}
