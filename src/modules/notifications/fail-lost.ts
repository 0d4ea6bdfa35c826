import type { NotificationsDeps } from './deps.ts'
import { failWithoutJob } from './store.server.ts'

/**
 * Hands queued messages that nothing will ever send (no time at which they are sent, no job, no dead letter) to the team, as
 * failed ones. Whether such a message was sent is not known, so it is not sent again by itself.
 */
export async function failLost({
  database,
  log,
}: Pick<NotificationsDeps, 'database' | 'log'>): Promise<void> {
  const lost = await failWithoutJob(database)
  if (lost.length > 0) log.error({ messageIds: lost }, 'messages waited for nothing')
}
