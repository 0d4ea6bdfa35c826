import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { deliverMessage, mostAttempts } from './deliver.ts'
import type { NotificationsDeps } from './deps.ts'
import { notificationJobs } from './jobs.ts'
import { recentMessages } from './recent-messages.ts'
import { type Send, sendMessage } from './send.ts'

export type { Channels, MessageChannel } from './ports.ts'
export type { MessageToSend, Send } from './send.ts'

/**
 * Messages to people: written with what they are about, delivered by a job, kept as evidence.
 *
 * @template Kind every kind that is sent; each module declares its own
 */
export function createNotifications<Kind extends string>(deps: NotificationsDeps) {
  const { bound, within } = bind(deps)
  /** Writes the message and its delivery in the caller's transaction. */
  const send: Send<Kind> = within(sendMessage)
  return {
    send,
    /** The latest messages, newest first. */
    recent: bound(recentMessages),
    jobs: handleJobs(notificationJobs, {
      'messages.deliver': { retryLimit: mostAttempts - 1, retryDelay: 5, run: bound(deliverMessage) },
    }),
  }
}
