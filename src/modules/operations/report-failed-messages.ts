import { MINUTE } from '../../core/durations.ts'
import { keepAlerts, raiseAlertAgain, raiseAlerts, raisedAlertsAmong } from './alerts-store.server.ts'
import type { OperationsDeps } from './deps.ts'
import { failedMessagesMessage } from './messages.ts'

/** A mail server that rejects everything fails messages every minute, so notifications are batched. */
const pause = 15 * MINUTE

/** Messages beyond this number are not listed one by one. */
const maxNamed = 500

/**
 * E-mails the team about the messages that failed on every channel since the last notification. Excludes messages to the team itself, which
 * remain in the queue: an e-mail about an undeliverable e-mail would fail too.
 */
export async function reportFailedMessages({
  database,
  clock,
  failedMessages,
  send,
  teamEmail,
  links,
}: OperationsDeps): Promise<void> {
  const waiting = await failedMessages(maxNamed)
  const keys = waiting.map(keyOf)
  await database.transaction(async (tx) => {
    if (waiting.length < maxNamed) await keepAlerts(tx, { prefix, keys })
    const known = await raisedAlertsAmong(tx, keys)
    if (keys.every((key) => known.has(key))) return
    const now = clock.now()
    if (!(await raiseAlertAgain(tx, { key: 'failed-messages:told', at: now, pause }))) return
    const raised = await raiseAlerts(tx, keys, now)
    const fresh = waiting.filter((message) => raised.has(keyOf(message)))
    if (fresh.length === 0) return
    const message = failedMessagesMessage({
      reports: fresh.map(({ what }) => what),
      deskUrl: links.deskMessages({ ver: 'falhas' }),
    })
    await send(tx, { to: teamEmail(), channel: 'email', kind: 'operations.failed-messages', ...message })
  })
}

const prefix = 'undelivered:'

function keyOf({ id }: { id: string }): string {
  return prefix + id
}
