import { MINUTE } from '../../core/durations.ts'
import { closeWindow, isUnreachable, selectAddress } from './addresses-store.server.ts'
import { endChannelRefusals, recordChannelRefusal } from './channel-refusals-store.server.ts'
import type { NotificationsDeps } from './deps.ts'
import { templateRefusals, windowClosed } from './domain/failure.ts'
import { redactSecrets } from './domain/redact-secrets.ts'
import { templateFor, templateLanguage } from './domain/templates.ts'
import { isWindowOpen } from './domain/window.ts'
import { type FailDeps, failMessage } from './fail-message.ts'
import { guardDelivery } from './guard.ts'
import { holdMessage } from './hold-store.server.ts'
import type { JournalEntry, MessageChannel, SentAs } from './ports.ts'
import {
  beginAttempt,
  claimAttempt,
  endAttempt,
  type MessageRow,
  markSent,
  recordDelivery,
} from './store.server.ts'
import { approvalsOf, saveTemplate } from './templates-store.server.ts'

/** Attempts after which a message is given up and needs manual handling: about an hour and a half of retries. */
export const maxAttempts = 11

/**
 * Seconds after which an attempt counts as failed. A channel needs less (`adapters/smtp.ts`): its outcome counts, however late. A fourth of
 * what a batch of the queue has.
 */
export const maxDeliverySeconds = 220

/**
 * Age in milliseconds after which a message may already have been delivered, before a back-up was restored. The same applies to messages
 * with an earlier attempt.
 */
const freshFor = 60_000

/** How long to wait before another attempt on a channel that reports lost answers: its notices arrive within seconds. */
const waitForReport = 3 * MINUTE

/**
 * Wait before the second and last attempt, on a channel that does not report the outcome of the first: a server that took the
 * message late has delivered it by then, and its reader can write back. RFC 5321 (4.5.4.1) asks for half an hour too.
 */
const waitAfterUnknown = 30 * MINUTE

type DeliverDeps = FailDeps &
  Pick<NotificationsDeps, 'database' | 'journal'> &
  Parameters<typeof guardDelivery>[0]

/**
 * Makes one attempt to deliver a stored message; skips one that is already delivered, even when only the journal has it. The
 * channel is called outside any transaction. After a crash right after the call, or a missing answer, the message may have
 * been accepted: where the channel reports deliveries, the report is awaited, which is no attempt; elsewhere the message is
 * delivered again, with the same id, once and much later.
 *
 * @throws when the channel is unavailable, so that the job is retried; not at the last attempt
 */
export async function deliverMessage(deps: DeliverDeps, { messageId }: { messageId: string }): Promise<void> {
  const { database, channels, clock } = deps
  const begun = await beginAttempt(database, messageId)
  const message = begun && (await guardDelivery(deps, begun))
  if (!message) return
  const earlier = await earlierDelivery(deps, message)
  if (earlier) return recordDelivery(database, message, { status: earlier.status }, { at: clock.now() })
  const channel = channels[message.channel]
  if (!channel.hasDeliveryReports && message.triedAt) {
    const until = new Date(message.triedAt.getTime() + waitAfterUnknown)
    if (clock.now() < until) return holdMessage(database, { id: message.id, until })
  }
  const form = await formToSend(deps, message)
  if (form.refused !== undefined) return fail(deps, message, form.refused)
  const triedAt = channel.hasDeliveryReports ? clock.now() : undefined
  if (triedAt && !(await claim(deps, message, form.sentAs, triedAt))) {
    const until = new Date((message.triedAt ?? triedAt).getTime() + waitForReport)
    return holdMessage(database, { id: message.id, until })
  }

  let sent: Promise<void> | undefined
  const onSent = () => {
    sent = noteSent(deps, message)
  }
  const begunAt = triedAt ?? clock.now()
  const outcome = await channel.deliver({ ...message, ...form }, triedAt ? undefined : onSent)
  await sent
  if (outcome.ok) {
    await writeJournal(deps, message, outcome.value.status)
    const { sentAs } = form
    await recordDelivery(
      database,
      message,
      { ...outcome.value, ...(sentAs && { sentAs }) },
      { at: clock.now(), triedAt },
    )
    return noteChannel(deps, message, outcome, begunAt)
  }
  await noteChannel(deps, message, outcome, begunAt)
  if (outcome.code === 'unknown' && !channel.hasDeliveryReports) return afterUnknown(deps, message)
  // It was not accepted; an earlier attempt may have been.
  if (outcome.code !== 'unknown' && (triedAt || sent)) {
    await endAttempt(database, { id: message.id, triedAt: triedAt ? null : message.triedAt })
  }
  if (outcome.code === 'refused' && (await hasAnotherForm(deps, message, form, outcome.detail))) {
    throw new Error(`message ${message.id} has to be written in another form`)
  }
  if (outcome.code === 'refused' || message.attempts >= maxAttempts) {
    const mayHaveArrived = !channel.hasDeliveryReports && message.triedAt !== null
    const isTemporary = outcome.code === 'unavailable' || outcome.code === 'deferred'
    const isOutage = isTemporary && !mayHaveArrived
    return fail(deps, message, outcome.detail ?? outcome.code, isOutage ? clock.now() : undefined)
  }
  throw new Error(`message ${message.id} not delivered: ${outcome.detail ?? 'channel unavailable'}`)
}

/** Returns the form in which a message may be sent to its address now, or why it may not be sent. */
async function formToSend(
  { database, clock, channels }: DeliverDeps,
  { channel, to: address, kind }: MessageRow,
): Promise<{ sentAs?: SentAs; refused?: string }> {
  if (channels[channel].isKept) return {}
  const now = clock.now()
  if (await isUnreachable(database, { channel, address, now })) return { refused: 'unreachable' }
  if (channel !== 'whatsapp') return {}
  const known = await selectAddress(database, { channel, address })
  if (isWindowOpen(known?.lastInboundAt, now)) return { sentAs: 'text' }
  const sentAs = templateFor(kind, await approvalsOf(database))
  return sentAs ? { sentAs } : { refused: 'no template' }
}

function claim(
  { database }: DeliverDeps,
  { id }: MessageRow,
  sentAs: SentAs | undefined,
  now: Date,
): Promise<boolean> {
  return claimAttempt(database, { id, sentAs, now, before: new Date(now.getTime() - waitForReport) })
}

/** Nothing will report whether the message was taken: it gets one more attempt, and after that a decision by the team. */
async function afterUnknown(deps: DeliverDeps, message: MessageRow): Promise<void> {
  const { id, triedAt } = message
  if (triedAt) return fail(deps, message, 'no answer')
  const now = deps.clock.now()
  const until = new Date(now.getTime() + waitAfterUnknown)
  deps.log.warn({ messageId: id, channel: message.channel, until }, 'a message was sent without an answer')
  await holdMessage(deps.database, { id, until, triedAt: now })
}

/** Records that only the answer is missing, so that the message is not sent again at once should this process be killed. */
async function noteSent({ database, clock, log }: DeliverDeps, { id }: MessageRow): Promise<void> {
  await markSent(database, { id, at: clock.now() }).catch((err) => {
    log.warn({ err, messageId: id }, 'could not note that a message was sent')
  })
}

/**
 * Records whether the channel accepts messages, for the team. Its answer about one recipient or one message does not count.
 * The outcome of the message does not depend on this record.
 */
async function noteChannel(
  { database, channels, log }: DeliverDeps,
  { id: messageId, channel }: MessageRow,
  outcome: Awaited<ReturnType<MessageChannel['deliver']>>,
  at: Date,
): Promise<void> {
  if (channels[channel].isKept) return
  const isSilent = !outcome.ok && (outcome.code === 'unavailable' || outcome.code === 'unknown')
  if (!outcome.ok && !isSilent) return
  const noted = outcome.ok
    ? endChannelRefusals(database, { channel })
    : recordChannelRefusal(database, { channel, messageId, code: outcome.detail, at })
  await noted.catch((err) => log.warn({ err, channel }, 'could not note whether a channel accepts messages'))
}

/** Checks whether the refusal concerns only the form of the message and not the address: the next attempt uses another form. */
async function hasAnotherForm(
  { database, clock, channels }: DeliverDeps,
  { channel, to: address, attempts }: MessageRow,
  { sentAs }: { sentAs?: SentAs },
  code: string | undefined,
): Promise<boolean> {
  if (attempts >= maxAttempts || code === undefined) return false
  if (sentAs === 'text' && code === windowClosed) {
    await closeWindow(database, { channel, address })
    return true
  }
  if (sentAs === undefined || sentAs === 'text' || !templateRefusals.includes(code)) return false
  // When the channel cannot list its templates, nothing would report that this one may be used again.
  if (!channels[channel].listTemplates) return false
  const template = { name: sentAs, language: templateLanguage, status: 'PAUSED', reason: code }
  await saveTemplate(database, template, clock.now())
  return sentAs !== 'aviso'
}

/** The message continues on another channel or needs a decision by the team; the job is not retried. */
async function fail(
  deps: DeliverDeps,
  { id }: MessageRow,
  code: string,
  unavailableAt?: Date,
): Promise<void> {
  const failure = { id, code, ...(unavailableAt && { unavailableAt }) }
  await deps.database.transaction((tx) => failMessage(tx, failure, deps))
}

async function earlierDelivery(
  { clock, journal, log }: DeliverDeps,
  message: MessageRow,
): Promise<JournalEntry | undefined> {
  // A message with a provider id was accepted once and is queued again on purpose.
  if (message.providerId !== null) return undefined
  const isFresh = clock.now().getTime() - message.createdAt.getTime() < freshFor
  if (isFresh && message.attempts === 1) return undefined
  return journal.read(message).catch((err) => {
    log.warn({ err, messageId: message.id }, 'could not read the journal of messages')
    return undefined
  })
}

/** The message has been sent: it must not be sent again because the journal entry could not be written. */
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
