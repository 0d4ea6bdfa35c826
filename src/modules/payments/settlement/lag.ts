import type { PaymentsDeps } from '../deps.ts'
import { allCursors } from './cursors-store.server.ts'

/**
 * By how many seconds each provider's changes are read late: 0 to one period when all is well, more while a sweep fails or
 * has much to catch up with. By the database's clock.
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
