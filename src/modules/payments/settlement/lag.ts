import type { PaymentsDeps } from '../deps.ts'
import { allCursors } from './cursors-store.server.ts'

/**
 * Returns the delay in seconds with which each provider's changes are read: 0 to one period in normal operation, more
 * while a sweep fails or has a large backlog. By the database's clock.
 */
export async function reconciliationLag({
  database,
  clock,
}: Pick<PaymentsDeps, 'database' | 'clock'>): Promise<Map<string, number>> {
  const now = clock.now()
  const cursors = await allCursors(database)
  return new Map(
    cursors.map(({ provider, sweptUntil, completeAt }) => {
      const readUntil = Math.max(sweptUntil.getTime(), completeAt?.getTime() ?? 0)
      return [provider, Math.max(0, Math.round((now.getTime() - readUntil) / 1000))]
    }),
  )
}
