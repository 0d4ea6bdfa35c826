import { before } from '../../core/durations.ts'
import { deleteExpiredAttempts } from '../../platform/rate-limit/rate-limit.ts'
import type { Deps } from './deps.ts'
import { LINK_RETENTION, SESSION_RETENTION } from './domain/lifetimes.ts'
import { deleteLinksExpiredBefore } from './links.server.ts'
import { deleteSessionsExpiredBefore } from './sessions.server.ts'
import { deleteExpiredSignUps } from './sign-ups.server.ts'

/** Deletes rows past their retention period: rate limits, links, sign-ups and access records. */
export async function deleteExpired({ database, clock }: Deps): Promise<void> {
  const now = clock.now()
  await deleteExpiredAttempts(database, { now })
  await deleteLinksExpiredBefore(database, before(now, LINK_RETENTION))
  await deleteExpiredSignUps(database, { now, closedBefore: before(now, LINK_RETENTION) })
  await deleteSessionsExpiredBefore(database, before(now, SESSION_RETENTION))
}
