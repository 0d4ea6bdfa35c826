import { latestEventId } from '../../platform/events/events.ts'
import { auditLength } from './audit-store.server.ts'
import { countLimit, type QueueDeps, snoozedNow } from './queue.ts'

/**
 * Returns a text that changes after every action of the team, after every event, and whenever a count of open
 * obligations changes, or of the snoozed ones among them.
 */
export async function deskVersion(deps: QueueDeps): Promise<string> {
  const { database, obligations } = deps
  const counts = await Promise.all(obligations.map((source) => source.count({ limit: countLimit })))
  const snoozed = await snoozedNow(deps, obligations)
  return [await auditLength(database), await latestEventId(database), ...counts, snoozed.length].join(' ')
}
