import { retention } from '../../../core/retention.ts'
import type { PaymentsDeps } from '../deps.ts'
import { deleteProcessed } from './inbox-store.server.ts'

/** Deletes notices that were processed long ago. @returns how many */
export function deleteOldNotices({
  database,
  clock,
}: Pick<PaymentsDeps, 'database' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - retention.noticeDays * 86_400_000)
  return deleteProcessed(database, before)
}
