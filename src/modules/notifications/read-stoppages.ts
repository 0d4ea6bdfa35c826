import { SECOND } from '../../core/durations.ts'
import {
  countChannelWaiting,
  countDue,
  readWaitingQueue,
  selectChannelRefusals,
} from './channel-refusals-store.server.ts'
import type { NotificationsDeps } from './deps.ts'
import { type ChannelRefusals, type MessageStoppage, stoppagesOf } from './domain/channel-refusals.ts'
import { type ChannelName, channelNames } from './domain/message.ts'

/** Messages are counted up to this many: more are one outage as well. */
const countedUpTo = 1_000

/** A stoppage with how many messages wait, and whether more do than were counted. */
export type Stoppage = MessageStoppage & { waiting: number; isMore: boolean }

type Deps = Pick<NotificationsDeps, 'database' | 'channels' | 'clock'>

/**
 * What keeps messages from leaving now, as the database knows it: the same from every process, and after a restart. Two short queries
 * while there is nothing; only then messages are counted.
 */
export async function readStoppages(deps: Deps): Promise<Stoppage[]> {
  const { database, clock } = deps
  const counting = { limit: countedUpTo, now: clock.now() }
  const stoppages: Stoppage[] = []
  for (const stoppage of await currentStoppages(deps)) {
    const count =
      stoppage.kind === 'refusing'
        ? await countChannelWaiting(database, { channel: stoppage.channel, ...counting })
        : await countDue(database, counting)
    stoppages.push({ ...stoppage, waiting: Math.min(count, countedUpTo), isMore: count > countedUpTo })
  }
  return stoppages
}

/** The same without counting, for callers that only wait for a change. */
export async function currentStoppages(deps: Deps): Promise<MessageStoppage[]> {
  const [refusals, queue] = await Promise.all([refusalsNow(deps), readWaitingQueue(deps.database)])
  return stoppagesOf({ refusals, queue }, deps.clock.now())
}

/** For how many seconds each configured channel has accepted nothing, of what was tried; 0 while it accepts. */
export async function refusingSeconds(deps: Deps): Promise<{ channel: ChannelName; seconds: number }[]> {
  const now = deps.clock.now()
  const queue = { oldestSince: null, isWorked: false }
  const refusing = stoppagesOf({ refusals: await refusalsNow(deps), queue }, now)
  return sendingChannels(deps).map((channel) => {
    const since = refusing.find((found) => found.kind === 'refusing' && found.channel === channel)?.since
    return {
      channel,
      seconds: since ? Math.max(0, Math.round((now.getTime() - since.getTime()) / SECOND)) : 0,
    }
  })
}

async function refusalsNow(deps: Deps): Promise<ChannelRefusals[]> {
  const sending = sendingChannels(deps)
  return (await selectChannelRefusals(deps.database)).filter(({ channel }) => sending.includes(channel))
}

/** The configured channels: one that only stores refuses nothing. */
function sendingChannels({ channels }: Pick<Deps, 'channels'>): ChannelName[] {
  return channelNames.filter((channel) => !channels[channel].isKept)
}
