import { retention } from '../../core/retention.ts'
import type { ContractingDeps } from './deps.ts'
import { deleteOpenDrafts } from './store.server.ts'

const day = 24 * 60 * 60 * 1000

/** Deletes unsigned drafts, with the CPF of people who did not hire (LGPD, arts. 15 and 16). */
export async function purgeDrafts({
  database,
  clock,
}: Pick<ContractingDeps, 'database' | 'clock'>): Promise<void> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * day)
  await deleteOpenDrafts(database, {
    unownedBefore: daysAgo(retention.draftDays),
    ownedBefore: daysAgo(retention.accountDraftDays),
  })
}
