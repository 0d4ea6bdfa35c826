import { retention } from '../../../core/retention.ts'
import type { PaymentsDeps } from '../deps.ts'
import { eraseRaw } from './raw-store.server.ts'

/** Erases provider payloads of payments after their retention period (core/retention.ts). */
export async function eraseOldRaw({
  database,
  clock,
  log,
}: Pick<PaymentsDeps, 'database' | 'clock' | 'log'>): Promise<number> {
  const now = clock.now()
  const before = new Date(now.getTime() - retention.rawPaymentDays * 24 * 60 * 60_000)
  const erased = await eraseRaw(database, before)
  if (erased > 0) log.info({ erased }, 'erased what providers said of payments long ago')
  return erased
}
