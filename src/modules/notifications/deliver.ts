import type { NotificationsDeps } from './deps.ts'
import { beginAttempt, recordDelivery, recordFailure } from './store.server.ts'

/** Attempts after which a message waits for a person: about an hour and a half of trying. */
export const mostAttempts = 11

/**
 * Tries once to deliver a stored message; what is already delivered is left alone. The channel is called outside any
 * transaction, so a crash right after it may deliver twice, under the same id.
 *
 * @throws when the channel is unavailable, so that the job comes back later
 */
export async function deliverMessage(
  { database, channels, clock }: Pick<NotificationsDeps, 'database' | 'channels' | 'clock'>,
  { messageId }: { messageId: string },
): Promise<void> {
  const message = await beginAttempt(database, messageId)
  if (!message) return
  const outcome = await channels[message.channel].deliver(message)
  if (outcome.ok) return recordDelivery(database, message, outcome.value, clock.now())
  if (outcome.code === 'refused' || message.attempts >= mostAttempts)
    await recordFailure(database, message.id)
  if (outcome.code === 'unavailable') {
    throw new Error(`message ${message.id} not delivered: ${outcome.detail ?? 'channel unavailable'}`)
  }
}
