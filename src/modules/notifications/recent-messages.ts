import type { NotificationsDeps } from './deps.ts'
import type { SentMessage } from './public.ts'
import { selectAnswersIn, selectMessagesOf, selectRecentMessages } from './store.server.ts'

/** The latest messages, newest first. */
export function recentMessages(
  { database }: Pick<NotificationsDeps, 'database'>,
  { limit = 100 }: { limit?: number } = {},
): Promise<SentMessage[]> {
  return selectRecentMessages(database, limit)
}

/** A customer's messages, newest first. */
export function messagesOf(
  { database }: Pick<NotificationsDeps, 'database'>,
  { userId, limit = 50 }: { userId: string; limit?: number },
): Promise<SentMessage[]> {
  return selectMessagesOf(database, userId, limit)
}

/** The answers in a conversation, oldest first. */
export function answersIn(
  { database }: Pick<NotificationsDeps, 'database'>,
  { conversationId, limit = 50 }: { conversationId: string; limit?: number },
): Promise<SentMessage[]> {
  return selectAnswersIn(database, conversationId, limit)
}
