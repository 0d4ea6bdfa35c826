import { retention } from '../../core/retention.ts'
import type { ContractingDeps } from './deps.ts'
import { deleteOpenDrafts } from './store.server.ts'

const keptFor = retention.draftDays * 24 * 60 * 60 * 1000

/** Deletes unsigned drafts, with the CPF of people who did not hire (LGPD, arts. 15 and 16). */
export async function purgeDrafts({
  database,
  clock,
}: Pick<ContractingDeps, 'database' | 'clock'>): Promise<void> {
  await deleteOpenDrafts(database, { before: new Date(clock.now().getTime() - keptFor) })
}
