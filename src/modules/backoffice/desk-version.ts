import { latestEventId } from '../../platform/events/events.ts'
import type { Notifications } from '../notifications/index.server.ts'
import { auditLength } from './audit-store.server.ts'
import { countLimit, type QueueDeps, snoozedNow } from './queue.ts'

/**
 * Returns a text that changes after every action of the team, after every event, whenever a count of open
 * obligations changes, or of the snoozed ones among them, and when messages stop or begin to leave.
 */
export async function deskVersion(
  deps: QueueDeps & { notifications: Pick<Notifications, 'currentStoppages'> },
): Promise<string> {
  const { database, obligations, notifications } = deps
  const counts = await Promise.all(obligations.map((source) => source.count({ limit: countLimit })))
  const snoozed = await snoozedNow(deps, obligations)
  const stoppages = (await notifications.currentStoppages()).map(({ since }) => since.getTime())
  return [
    ...[await auditLength(database), await latestEventId(database)],
    ...[...counts, snoozed.length, 'stopped', ...stoppages],
  ].join(' ')
}
