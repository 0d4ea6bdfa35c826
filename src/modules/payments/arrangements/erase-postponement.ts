import { and, eq, isNull } from 'drizzle-orm'
import type { Executor } from '../../../platform/database/database.ts'
import { postponements } from './tables.server.ts'

/**
 * Erases the origin of a postponement request, when the claims about it are barred. The database refuses an earlier
 * erasure.
 */
export async function erasePostponement(
  tx: Executor,
  { orderId, now }: { orderId: string; now: Date },
): Promise<void> {
  await tx
    .update(postponements)
    .set({ ip: '', userAgent: '', erasedAt: now })
    .where(and(eq(postponements.orderId, orderId), isNull(postponements.erasedAt)))
}
