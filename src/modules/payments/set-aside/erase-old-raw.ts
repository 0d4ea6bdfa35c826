import { before, DAY } from '../../../core/durations.ts'
import { retention } from '../../../core/retention.ts'
import type { PaymentsDeps } from '../deps.ts'
import { eraseRaw } from './raw-store.server.ts'

/** Erases provider payloads of payments after their retention period (core/retention.ts). */
export async function eraseOldRaw({
  database,
  clock,
  log,
}: Pick<PaymentsDeps, 'database' | 'clock' | 'log'>): Promise<number> {
  const erased = await eraseRaw(database, before(clock.now(), retention.rawPaymentDays * DAY))
  if (erased > 0) log.info({ erased }, 'erased old payloads of providers')
  return erased
}
