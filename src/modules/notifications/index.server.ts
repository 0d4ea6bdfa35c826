import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Enqueue, JobDefinition } from '../../platform/jobs/jobs.ts'
import { deliverMessage, mostAttempts } from './deliver.ts'
import type { Sender } from './domain/signature.ts'
import type { Channels } from './ports.ts'
import type { SentMessage } from './public.ts'
import { deliverJob, type MessageToSend, sendMessage } from './send.ts'
import { recentMessages } from './store.server.ts'

export type { ChannelName, Channels, MessageChannel } from './ports.ts'
export type { MessageToSend } from './send.ts'

export interface Notifications {
  /** Writes the message and its delivery in the caller's transaction. */
  send(executor: Executor, message: MessageToSend): Promise<void>
  /** The latest messages, newest first. */
  recent(options?: { limit?: number }): Promise<SentMessage[]>
  jobs: Record<string, JobDefinition>
}

/** Messages to people: written with what they are about, delivered by a job, kept as evidence. */
export function createNotifications({
  database,
  enqueue,
  clock,
  newId,
  channels,
  publicUrl,
  sender,
}: {
  database: Database
  enqueue: Enqueue
  clock: Clock
  newId: NewId
  channels: Channels
  publicUrl: string
  /** Who signs. */
  sender: Sender
}): Notifications {
  return {
    send: (executor, message) => sendMessage(executor, message, { enqueue, clock, newId, publicUrl, sender }),
    recent: ({ limit = 100 } = {}) => recentMessages(database, limit),
    jobs: {
      [deliverJob]: {
        retryLimit: mostAttempts - 1,
        retryDelay: 5,
        run: ({ messageId }) => deliverMessage({ messageId: String(messageId), database, channels, clock }),
      },
    },
  }
}
