import type { NotificationsDeps } from './deps.ts'
import { redactSecrets } from './domain/redact-secrets.ts'
import { guardDelivery } from './guard.ts'
import type { JournalEntry } from './ports.ts'
import { beginAttempt, type MessageRow, recordDelivery, recordFailure } from './store.server.ts'

/** Attempts after which a message is given up and needs manual handling: about an hour and a half of retries. */
export const maxAttempts = 11

/** A message that has waited longer may have been delivered before a back-up was restored, as one may that was tried before. */
const freshFor = 60_000

type DeliverDeps = Pick<NotificationsDeps, 'database' | 'channels' | 'clock' | 'journal' | 'log'> &
  Parameters<typeof guardDelivery>[0]

/**
 * Attempts once to deliver a stored message; skips one that is already delivered, also when only the journal knows it. The
 * channel is called outside any transaction, so a crash right after the call can deliver twice, with the same id.
 *
 * @throws when the channel is unavailable, so that the job is retried; not at the last attempt
 */
export async function deliverMessage(deps: DeliverDeps, { messageId }: { messageId: string }): Promise<void> {
  const { database, channels, clock } = deps
  const begun = await beginAttempt(database, messageId)
  const message = begun && (await guardDelivery(deps, begun))
  if (!message) return
  const earlier = await deliveredEarlier(deps, message)
  if (earlier) return recordDelivery(database, message, { status: earlier.status }, clock.now())
  const outcome = await channels[message.channel].deliver(message)
  if (outcome.ok) {
    await writeJournal(deps, message, outcome.value.status)
    return recordDelivery(database, message, outcome.value, clock.now())
  }
  if (outcome.code === 'refused' || message.attempts >= maxAttempts) {
    // It waits for the team as a message, and not once more as a job.
    deps.log.error({ messageId: message.id, code: outcome.code }, 'a message failed every attempt')
    return recordFailure(database, message.id)
  }
  if (outcome.code === 'unavailable') {
    throw new Error(`message ${message.id} not delivered: ${outcome.detail ?? 'channel unavailable'}`)
  }
}

async function deliveredEarlier(
  { clock, journal, log }: DeliverDeps,
  message: MessageRow,
): Promise<JournalEntry | undefined> {
  const isFresh = clock.now().getTime() - message.createdAt.getTime() < freshFor
  if (isFresh && message.attempts === 1) return undefined
  return journal.read(message).catch((err) => {
    log.warn({ err, messageId: message.id }, 'could not read the journal of messages')
    return undefined
  })
}

/** The message is out by now: it must not be sent again because its trace could not be kept. */
async function writeJournal(
  { journal, log }: DeliverDeps,
  { id, kind, channel, to, subject, text, createdAt }: MessageRow,
  status: JournalEntry['status'],
): Promise<void> {
  const entry = { id, kind, channel, to, subject, text: redactSecrets(text), status, createdAt }
  await journal.record(entry).catch((err) => {
    log.error({ err, messageId: id }, 'could not write the journal of messages')
  })
}
