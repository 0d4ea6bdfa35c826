import { before, DAY } from '../../core/durations.ts'
import { retention } from '../../core/retention.ts'
import type { ContractingDeps } from './deps.ts'
import { deleteOpenDrafts } from './store.server.ts'

/** Deletes unsigned drafts, with the CPF of people who did not hire (LGPD, arts. 15 and 16). */
export async function deleteOldDrafts({
  database,
  clock,
}: Pick<ContractingDeps, 'database' | 'clock'>): Promise<void> {
  const daysAgo = (days: number) => before(clock.now(), days * DAY)
  await deleteOpenDrafts(database, {
    unownedBefore: daysAgo(retention.draftDays),
    ownedBefore: daysAgo(retention.accountDraftDays),
  })
}
