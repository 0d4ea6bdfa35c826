import { lt } from 'drizzle-orm'
import { before, DAY } from '../../core/durations.ts'
import { retention } from '../../core/retention.ts'
import { deleteUnacceptedOffers } from './custom-offers-store.server.ts'
import type { ProposalsDeps } from './deps.ts'
import { proposals } from './tables.server.ts'

/** Deletes proposals and offers that led to no contract within their retention period (LGPD, art. 15, I). */
export async function deleteOldProposals({
  database,
  clock,
}: Pick<ProposalsDeps, 'database' | 'clock'>): Promise<void> {
  const until = before(clock.now(), retention.proposalDays * DAY)
  await database.delete(proposals).where(lt(proposals.createdAt, until))
  await deleteUnacceptedOffers(database, { before: until })
}
