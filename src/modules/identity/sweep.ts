import { sweepRateLimits } from '../../platform/rate-limit/rate-limit.ts'
import type { Deps } from './deps.ts'
import { before, LINK_KEPT, SESSION_KEPT } from './domain/lifetimes.ts'
import { deleteLinksExpiredBefore } from './links.server.ts'
import { deleteSessionsExpiredBefore } from './sessions.server.ts'

/** Removes what is kept no longer: ended limits, old links, and records of access older than six months. */
export async function sweep({ database, clock }: Deps): Promise<void> {
  const now = clock.now()
  await sweepRateLimits(database, { now })
  await deleteLinksExpiredBefore(database, before(now, LINK_KEPT))
  await deleteSessionsExpiredBefore(database, before(now, SESSION_KEPT))
}
