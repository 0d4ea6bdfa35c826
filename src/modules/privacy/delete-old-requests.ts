import { before, DAY } from '../../core/durations.ts'
import { CONTRACT_DAYS } from '../../core/retention.ts'
import type { PrivacyDeps } from './deps.ts'
import { deletePrivacyLinks, deleteRequests } from './store.server.ts'

/** Deletes expired links, and requests past their retention period. */
export async function deleteOldRequests({
  database,
  clock,
}: Pick<PrivacyDeps, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  await deletePrivacyLinks(database, now)
  await deleteRequests(database, before(now, CONTRACT_DAYS * DAY))
}
