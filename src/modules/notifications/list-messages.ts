import type { NotificationsDeps } from './deps.ts'
import type { SentMessage } from './public.ts'
import { type MessagePosition, selectMessagePage } from './store.server.ts'

/** Messages in the team's list: all, the failed ones that need a decision, or those waiting to be sent. */
export type MessageList = 'all' | 'failed' | 'queued'

/**
 * A page of all messages, newest first.
 *
 * @returns at most `limit`, and the position of the next page
 */
export async function listMessages(
  { database }: Pick<NotificationsDeps, 'database'>,
  { list, after, limit }: { list: MessageList; after: MessagePosition | undefined; limit: number },
): Promise<{ messages: (SentMessage & { userId: string | null })[]; next: MessagePosition | undefined }> {
  const rows = await selectMessagePage(database, { list, after, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    messages: rows.slice(0, limit),
    next: last && { createdAt: last.createdAt, id: last.id },
  }
}
