import { bind } from '../../core/use-case.ts'
import { handleJobs } from '../../platform/jobs/define-jobs.ts'
import { deliverMessage, maxAttempts } from './deliver.ts'
import type { NotificationsDeps } from './deps.ts'
import { notificationJobs } from './jobs.ts'
import { recentMessages } from './recent-messages.ts'
import { type Send, sendMessage } from './send.ts'

export type { Channels, MessageChannel } from './ports.ts'
export type { MessageToSend, Send } from './send.ts'

/**
 * Messages to customers and staff: stored in the transaction they report on, delivered by a job, stored as evidence.
 *
 * @template Kind all message kinds; each module declares its own
 */
export function createNotifications<Kind extends string>(deps: NotificationsDeps) {
  const { bound, within } = bind(deps)
  /** Stores the message and its delivery job in the caller's transaction. */
  const send: Send<Kind> = within(sendMessage)
  return {
    send,
    /** The latest messages, newest first. */
    recent: bound(recentMessages),
    jobs: handleJobs(notificationJobs, {
      // With any clock: the message that says it is wrong goes out too.
      'messages.deliver': {
        retryLimit: maxAttempts - 1,
        retryDelay: 5,
        anyClock: true,
        run: bound(deliverMessage),
      },
    }),
  }
}
