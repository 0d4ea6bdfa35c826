import { latestEventId } from '../../platform/events/events.ts'
import { auditLength } from './audit-store.server.ts'
import { countLimit, type QueueDeps } from './queue.ts'

/**
 * Returns a text that changes after every action of the team, after every event, and whenever a count of open
 * obligations changes.
 */
export async function deskVersion({
  database,
  obligations,
}: Pick<QueueDeps, 'database' | 'obligations'>): Promise<string> {
  const counts = await Promise.all(obligations.map((source) => source.count({ limit: countLimit })))
  return [await auditLength(database), await latestEventId(database), ...counts].join(' ')
}
