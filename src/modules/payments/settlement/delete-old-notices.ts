import { before, DAY } from '../../../core/durations.ts'
import { retention } from '../../../core/retention.ts'
import type { PaymentsDeps } from '../deps.ts'
import { deleteProcessed } from './inbox-store.server.ts'

/** Deletes notices that were processed long ago. @returns how many */
export function deleteOldNotices({
  database,
  clock,
}: Pick<PaymentsDeps, 'database' | 'clock'>): Promise<number> {
  return deleteProcessed(database, before(clock.now(), retention.noticeDays * DAY))
}
