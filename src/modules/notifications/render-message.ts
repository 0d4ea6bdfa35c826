import { isUuid } from '../../core/ids.ts'
import type { NotificationsDeps } from './deps.ts'
import { selectMessage } from './store.server.ts'

/**
 * Renders an e-mail as its recipient sees it, as a complete HTML document; undefined for another channel, an unknown id,
 * and a message whose text was deleted.
 */
export async function renderMessage(
  { database, renderMail }: Pick<NotificationsDeps, 'database' | 'renderMail'>,
  { messageId, alwaysDark = false }: { messageId: string; alwaysDark?: boolean },
): Promise<string | undefined> {
  if (!isUuid(messageId)) return undefined
  const message = await selectMessage(database, messageId)
  if (message?.channel !== 'email' || message.bodyEndedAt) return undefined
  return renderMail(message, { alwaysDark })
}
