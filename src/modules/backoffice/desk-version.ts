import { latestEventId } from '../../platform/events/events.ts'
import { auditLength } from './audit-store.server.ts'
import { countLimit, type QueueDeps } from './queue.ts'

/** Another text after whatever the team did, after whatever happened, and whenever more or less waits. */
export async function deskVersion({
  database,
  obligations,
}: Pick<QueueDeps, 'database' | 'obligations'>): Promise<string> {
  const counts = await Promise.all(obligations.map((source) => source.count({ limit: countLimit })))
  return [await auditLength(database), await latestEventId(database), ...counts].join(' ')
}
