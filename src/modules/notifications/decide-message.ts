import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { NotificationsDeps } from './deps.ts'
import { giveUpFailed, queueAgain } from './store.server.ts'

/**
 * The team decides about a message that failed: it is sent again as it was written, with all its attempts, or given up,
 * because its reader was told in another way. Refuses `not_failed` for any other.
 */
export async function decideMessage(
  tx: Transaction,
  { messageId, resend, reason }: { messageId: string; resend: boolean; reason: string },
  { clock }: Pick<NotificationsDeps, 'clock'>,
): Promise<Outcome<null, 'not_failed'>> {
  if (!isUuid(messageId)) return refuse('not_failed')
  const now = clock.now()
  const decided = await (resend
    ? queueAgain(tx, messageId, now)
    : giveUpFailed(tx, { id: messageId, now, reason }))
  return decided ? ok(null) : refuse('not_failed')
}
