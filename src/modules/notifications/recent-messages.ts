import type { NotificationsDeps } from './deps.ts'
import type { SentMessage } from './public.ts'
import { selectRecentMessages } from './store.server.ts'

/** The latest messages, newest first. */
export function recentMessages(
  { database }: Pick<NotificationsDeps, 'database'>,
  { limit = 100 }: { limit?: number } = {},
): Promise<SentMessage[]> {
  return selectRecentMessages(database, limit)
}
