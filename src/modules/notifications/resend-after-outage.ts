import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { NotificationsDeps } from './deps.ts'
import { countOutage, outagePosition, queueOutageAgain } from './outage-store.server.ts'
import type { MessagePosition } from './store.server.ts'

/** Most messages that are sent again at once: one transaction, one record in the log, and a server that just came back. */
const maxAtOnce = 500

/** The failed messages whose channel was unavailable at every attempt, as the team is asked about them. */
export interface Outage {
  count: number
  /** When the first of them failed. */
  since: Date
  /** How many of them, the oldest, are sent again at once, and the last of these. */
  atOnce: number
  through: MessagePosition
}

/** @returns undefined when there is none */
export async function readOutage({
  database,
}: Pick<NotificationsDeps, 'database'>): Promise<Outage | undefined> {
  const { count, since } = await countOutage(database)
  if (since === null) return undefined
  const atOnce = Math.min(count, maxAtOnce)
  const through = await outagePosition(database, atOnce)
  return through && { count, since, atOnce, through }
}

/**
 * The team sends the oldest of these messages again, unchanged and with all their attempts; whether each is still true is checked
 * before it is delivered, as for any other. An address that became unreachable in the meantime stays so. Refuses `not_failed` when
 * none is left, as for the second of two clicks.
 *
 * @param through the last message that the decision was about, so that the same decision never includes later ones
 * @returns the messages, oldest first, and how many are left
 */
export async function resendAfterOutage(
  tx: Transaction,
  { through }: { through?: MessagePosition | undefined },
  { clock }: Pick<NotificationsDeps, 'clock'>,
): Promise<Outcome<{ messageIds: string[]; left: number }, 'not_failed'>> {
  const messageIds = await queueOutageAgain(tx, { through, limit: maxAtOnce, now: clock.now() })
  if (messageIds.length === 0) return refuse('not_failed')
  const { count: left } = await countOutage(tx)
  return ok({ messageIds, left })
}
