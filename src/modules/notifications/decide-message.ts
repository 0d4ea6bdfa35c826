import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { markReachable } from './addresses-store.server.ts'
import type { NotificationsDeps } from './deps.ts'
import { giveUpFailed, queueAgain } from './store.server.ts'

/**
 * The team decides about a failed message: it is sent again unchanged, with all its attempts, or given up because the
 * reader was informed in another way. Sending it again also retries an unreachable address. Refuses `not_failed` for
 * any other message.
 */
export async function decideMessage(
  tx: Transaction,
  { messageId, resend, reason }: { messageId: string; resend: boolean; reason: string },
  { clock }: Pick<NotificationsDeps, 'clock'>,
): Promise<Outcome<null, 'not_failed'>> {
  if (!isUuid(messageId)) return refuse('not_failed')
  const now = clock.now()
  if (!resend)
    return (await giveUpFailed(tx, { id: messageId, now, reason })) ? ok(null) : refuse('not_failed')
  const again = await queueAgain(tx, messageId, now)
  if (!again) return refuse('not_failed')
  await markReachable(tx, { channel: again.channel, address: again.to })
  return ok(null)
}
