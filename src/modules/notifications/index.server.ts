import { sql } from 'drizzle-orm'
import { STOPPED_HOURS } from '../../core/commitments.ts'
import { HOUR, SECOND } from '../../core/durations.ts'
import { bind } from '../../core/use-case.ts'
import { obligationSource } from '../../platform/database/obligation-source.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { createOutbox, retryPoll } from '../../platform/jobs/outbox.ts'
import { decideMessage } from './decide-message.ts'
import { deliverMessage, maxAttempts, maxDeliverySeconds } from './deliver.ts'
import type { NotificationsDeps } from './deps.ts'
import type { PreferencesLink } from './domain/mail-headers.ts'
import { isOptional, type Manner } from './domain/manners.ts'
import type { RecipientLimits } from './domain/recipient-limits.ts'
import { eraseOldBodies } from './erase-old-bodies.ts'
import { addressesIn, eraseJournals, eraseOldMessages, hasWaiting } from './erase-old-messages.ts'
import { failLost } from './fail-lost.ts'
import { failedMessages } from './failed-messages.ts'
import { deleteOldJournal, forgottenMessages } from './forgotten-messages.ts'
import { mannerOf } from './guard.ts'
import { releaseHeld } from './hold-store.server.ts'
import { notificationJobs } from './jobs.ts'
import { listMessages } from './list-messages.ts'
import {
  addressesPersonal,
  eraseAddresses,
  eraseMessages,
  messagesPersonal,
  preferencesPersonal,
} from './personal.ts'
import type { OutgoingMessage } from './ports.ts'
import {
  choosePreferences,
  giveWhatsappConsent,
  preferenceLinks,
  preferencesByToken,
  preferencesOf,
  revokeWhatsappConsent,
  stopMessages,
} from './preferences.ts'
import { previewMessage } from './preview-message.ts'
import { currentStoppages, readStoppages, refusingSeconds } from './read-stoppages.ts'
import { readTemplates } from './read-templates.ts'
import {
  answeredMessage,
  applyBounce,
  applyWhatsappNotice,
  confirmNotices,
  noteInbound,
  openWhatsappNotice,
} from './receive-notice.ts'
import { answersIn, messagesOf, recentMessages } from './recent-messages.ts'
import { fetchTemplates, refreshTemplates } from './refresh-templates.ts'
import { renderMessage } from './render-message.ts'
import { readOutage, resendAfterOutage } from './resend-after-outage.ts'
import { type Send, sendMessage } from './send.ts'
import { messages } from './tables.server.ts'
import { messageTotals } from './totals.ts'
import { exampleMessage, readTextsFrom } from './write-message.ts'

export { type WrittenMessage, write } from './domain/content.ts'
export type { InboundMail } from './domain/inbound-mail.ts'
export type { PreferencesLink } from './domain/mail-headers.ts'
export type { Manner } from './domain/manners.ts'
export type { RecipientLimits } from './domain/recipient-limits.ts'
export { missingTemplates, templateLanguage } from './domain/templates.ts'
export { isWindowOpen } from './domain/window.ts'
export {
  type ChannelName,
  type Channels,
  deliveryRefusals,
  type InboundMessage,
  type JournalEntry,
  type MailRenderer,
  type MessageChannel,
  type MessageJournal,
} from './ports.ts'
export type { WhatsappRefusal } from './receive-notice.ts'
export type { MessageToSend, Send } from './send.ts'
export { writeMessage } from './write-message.ts'

export type Notifications = ReturnType<typeof createNotifications<string>>

/**
 * Messages to customers and staff: stored in the transaction that they report on, delivered by a job, kept as evidence.
 *
 * @template Kind all message kinds; each module declares its own
 */
export function createNotifications<Kind extends string>(
  deps: Omit<NotificationsDeps, 'limits' | 'manners'> & {
    limits?: RecipientLimits<Kind>
    manners: Readonly<Record<Kind, Manner>>
  },
) {
  const { bound, within } = bind(deps)
  readTextsFrom(deps.textsOf ?? (() => undefined))
  /** Stores the message in the caller's transaction. */
  const send: Send<Kind> = within(sendMessage)
  return {
    send,
    /** Personal data stored by this module. */
    personal: [messagesPersonal, addressesPersonal, ...preferencesPersonal],
    eraseAddresses,
    eraseMessages,
    eraseJournals: bound(eraseJournals),
    hasWaiting: bound(hasWaiting),
    addresses: () => addressesIn(deps.database),
    /** The latest messages, newest first. */
    recent: bound(recentMessages),
    /** A customer's messages, newest first. */
    messagesOf: bound(messagesOf),
    /** The answers in a conversation, oldest first, with their delivery states. */
    answersIn: bound(answersIn),
    /** The templates of WhatsApp and their approval; requests it from Meta now. */
    readTemplates: bound(readTemplates),
    fetchTemplates: bound(fetchTemplates),
    /** The verification of Meta's webhook URL. */
    confirmNotices: bound(confirmNotices),
    openWhatsappNotice: bound(openWhatsappNotice),
    applyWhatsappNotice: within(applyWhatsappNotice),
    applyBounce: within(applyBounce),
    /** Records that a person wrote, which opens WhatsApp's 24 hours. */
    noteInbound: within(noteInbound),
    /** The message of ours to which a person replies. */
    answeredMessage,
    /** An e-mail as its recipient sees it. */
    renderMessage: bound(renderMessage),
    /** A message with examples, in words that are not in force yet. */
    exampleMessage,
    /** Renders a message without sending it. */
    previewMessage: bound(previewMessage),
    /** For `/metrics` and the daily e-mail. */
    totals: messageTotals,
    listMessages: bound(listMessages),

    /** A person's topics and channels, by their account or by the link of a message. */
    preferencesOf: bound(preferencesOf),
    preferencesByToken: bound(preferencesByToken),
    choosePreferences: bound(choosePreferences),
    stopMessages: bound(stopMessages),
    giveWhatsappConsent: bound(giveWhatsappConsent),
    revokeWhatsappConsent: bound(revokeWhatsappConsent),
    /** The link with which a reader stops messages of this topic; undefined for mandatory messages. */
    preferencesLinkOf: ({
      kind = '',
      userId = null,
      to,
    }: Pick<OutgoingMessage, 'kind' | 'userId' | 'to'>): PreferencesLink | undefined => {
      const { topic } = mannerOf(kind, deps)
      if (!isOptional(topic)) return undefined
      const { preferences, stop } = preferenceLinks(deps, { topic, userId, to })
      return { page: preferences, oneClick: stop }
    },
    /** Failed messages to customers that need a decision by the team. */
    failedMessages: bound(failedMessages),
    /** The team's decision about a failed message. */
    decideMessage: within(decideMessage),
    /** The failed messages whose channel was unavailable, which may be sent again together. */
    readOutage: bound(readOutage),
    resendAfterOutage: within(resendAfterOutage),
    /** What keeps messages from leaving now, for the desk. */
    readStoppages: bound(readStoppages),
    currentStoppages: bound(currentStoppages),
    /** How long each channel has accepted nothing, for `/metrics`. */
    refusingSeconds: bound(refusingSeconds),
    /** The team's obligations: an undelivered message needs another attempt, or another way to reach the person. */
    obligations: [
      obligationSource({
        database: deps.database,
        kind: 'message.resend',
        table: messages,
        where: sql`${messages.status} = 'failed' and ${messages.givenUpAt} is null`,
        id: messages.id,
        since: messages.createdAt,
        withinMs: STOPPED_HOURS * HOUR,
        userId: messages.userId,
        about: messages.subject,
      }),
    ],
    /** Delivered messages that are missing from the database after a restored back-up. */
    forgotten: bound(forgottenMessages),
    /** The messages waiting for their first attempt. */
    outbox: createOutbox({
      database: deps.database,
      table: 'messages',
      poll: 1,
      // With any clock: the message that reports a wrong clock is sent too.
      anyClock: true,
      jobsOf: ({ id }) => [{ job: 'messages.deliver', data: { messageId: id } }],
    }),
    jobs: handleJobs(notificationJobs, {
      'messages.purge-journal': { every: { cron: '50 3 * * *' }, run: bound(deleteOldJournal) },
      'messages.release': {
        every: { seconds: 60 },
        run: () => releaseHeld(deps.database, deps.clock.now()),
      },
      'messages.fail-lost': { every: { seconds: HOUR / SECOND }, run: bound(failLost) },
      'messages.forget': { every: { cron: '55 3 * * *' }, run: bound(eraseOldMessages) },
      'messages.templates': { every: { cron: '7 * * * *' }, run: bound(refreshTemplates) },
      'messages.end-bodies': {
        every: { cron: '10 4 * * *' },
        run: bound(eraseOldBodies),
      },
      // Retries after the first attempt, which the outbox starts.
      'messages.deliver': {
        retryLimit: maxAttempts - 2,
        retryDelay: 5,
        maxSeconds: maxDeliverySeconds,
        poll: retryPoll,
        anyClock: true,
        run: bound(deliverMessage),
      },
    }),
  }
}
