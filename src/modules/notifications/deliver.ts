import type { NotificationsDeps } from './deps.ts'
import { beginAttempt, recordDelivery, recordFailure } from './store.server.ts'

/** Attempts after which a message is given up and needs manual handling: about an hour and a half of retries. */
export const maxAttempts = 11

/**
 * Attempts once to deliver a stored message; skips one that is already delivered. The channel is called outside any
 * transaction, so a crash right after the call can deliver twice, with the same id.
 *
 * @throws when the channel is unavailable, so that the job is retried
 */
export async function deliverMessage(
  { database, channels, clock }: Pick<NotificationsDeps, 'database' | 'channels' | 'clock'>,
  { messageId }: { messageId: string },
): Promise<void> {
  const message = await beginAttempt(database, messageId)
  if (!message) return
  const outcome = await channels[message.channel].deliver(message)
  if (outcome.ok) return recordDelivery(database, message, outcome.value, clock.now())
  if (outcome.code === 'refused' || message.attempts >= maxAttempts) await recordFailure(database, message.id)
  if (outcome.code === 'unavailable') {
    throw new Error(`message ${message.id} not delivered: ${outcome.detail ?? 'channel unavailable'}`)
  }
}
