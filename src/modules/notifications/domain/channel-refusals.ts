import { MINUTE } from '../../../core/durations.ts'
import type { ChannelName } from './message.ts'

/** The refusals of a channel since it last accepted a message, those of single recipients left out. */
export interface ChannelRefusals {
  channel: ChannelName
  since: Date
  /** When the latest attempt that was refused began. */
  latestAt: Date
  /** What the channel reported at the latest attempt, e.g. 'EAUTH 535'. */
  code: string | null
}

/** The rows of the outbox of messages. */
export interface WaitingQueue {
  /** When the oldest became due that no worker is at work on. */
  oldestSince: Date | null
  /** Whether a worker is at work on others. */
  isWorked: boolean
}

/** Why messages do not leave: a channel accepts none, or no worker sends them. */
export type MessageStoppage =
  | { kind: 'refusing'; channel: ChannelName; since: Date; code: string | null }
  | { kind: 'unworked'; since: Date }

/**
 * Time over which a channel must have refused every attempt: a restart of its server, and one lost answer, are shorter. The retries of one
 * message reach it with the fifth.
 */
export const refusingAfterMs = MINUTE

/** A worker looks for messages every second, and releases held ones every minute. */
export const unworkedAfterMs = 5 * MINUTE

/**
 * Decides from the stored attempts why messages are not sent.
 *
 * @param refusals at most one entry for each channel
 */
export function stoppagesOf(
  { refusals, queue }: { refusals: readonly ChannelRefusals[]; queue: WaitingQueue },
  now: Date,
): MessageStoppage[] {
  const { oldestSince, isWorked } = queue
  const isUnworked =
    !isWorked && oldestSince !== null && now.getTime() - oldestSince.getTime() >= unworkedAfterMs
  return [
    ...refusals.filter(isRefusing).map(({ channel, since, code }) => ({
      kind: 'refusing' as const,
      channel,
      since,
      code,
    })),
    ...(isUnworked ? [{ kind: 'unworked' as const, since: oldestSince }] : []),
  ]
}

/** Whether a channel accepts nothing, rather than having refused an attempt or two. */
function isRefusing({ since, latestAt }: ChannelRefusals): boolean {
  return latestAt.getTime() - since.getTime() >= refusingAfterMs
}
