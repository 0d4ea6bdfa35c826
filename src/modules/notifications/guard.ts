import type { Executor } from '../../platform/database/database.ts'
import type { NotificationsDeps } from './deps.ts'
import {
  type ChannelOption,
  type DropReason,
  decideSending,
  isOptional,
  type Manner,
  type SendingDecision,
  type Topic,
} from './domain/manners.ts'
import { dropMessage, holdMessage, moveToChannel } from './hold-store.server.ts'
import type { ChannelName } from './ports.ts'
import {
  channelPreferencesOf,
  currentConsent,
  hasConsent,
  lockChannelPreferences,
  timesOf,
} from './preferences-store.server.ts'
import { recipientOf } from './recipient.server.ts'
import type { MessageRow } from './store.server.ts'

/** For a kind that is no longer declared: a message that an earlier release stored. */
const undeclared: Manner = { topic: 'contract', when: 'by_day' }

type GuardDeps = Pick<NotificationsDeps, 'manners'>

export function mannerOf(kind: string, { manners }: GuardDeps): Manner {
  return manners[kind] ?? undeclared
}

/** When and on which channel a message is to be sent, and the recipient it counts for. */
export interface Planned {
  decision: SendingDecision
  to: string
  channel: ChannelName
  /** Null for a topic that is not counted. */
  recipient: string | null
}

/**
 * Plans a message that is about to be stored. Locks the preferences of its reader, so that concurrent messages are counted one after the
 * other.
 */
export async function planSending(
  executor: Executor,
  message: {
    kind: string
    to: string
    channel: ChannelName
    userId?: string | undefined
    notAfter?: Date | undefined
  },
  { manners, now }: GuardDeps & { now: Date },
): Promise<Planned> {
  const manner = mannerOf(message.kind, { manners })
  const { topic } = manner
  const { notAfter } = message
  const asWritten = { to: message.to.trim(), channel: message.channel }
  if (!isOptional(topic)) {
    return {
      decision: decideSending({ manner, preferred: 'email', now, notAfter }),
      ...asWritten,
      recipient: null,
    }
  }
  const recipient = recipientOf(message)
  const preferred = (await lockChannelPreferences(executor, { recipient, now }))[topic]
  const kinds = kindsOf(topic, manners)
  const earlier = await timesOf(executor, { recipient, topic, kinds, now })
  const decision = decideSending({ manner, preferred, now, notAfter, earlier })
  const way = await channelFor(executor, { recipient, preferred, ...asWritten })
  const isRefused = await needsConsent(executor, { topic, ...way })
  return { decision: isRefused ? { send: 'never', reason: 'unwanted' } : decision, ...way, recipient }
}

/** The channel that a reader chose: WhatsApp only with a valid consent. */
async function channelFor(
  executor: Executor,
  {
    recipient,
    preferred,
    to,
    channel,
  }: { recipient: string; preferred: ChannelOption; to: string; channel: ChannelName },
): Promise<{ to: string; channel: ChannelName }> {
  const consent = preferred === 'whatsapp' ? await currentConsent(executor, recipient) : undefined
  return consent ? { to: consent.phone, channel: 'whatsapp' } : { to, channel }
}

/**
 * Whether consent for a number is missing. Mandatory contract messages go to the number that the buyer entered for it, without
 * another consent.
 */
async function needsConsent(
  executor: Executor,
  { topic, to, channel }: { topic: Topic; to: string; channel: ChannelName },
): Promise<boolean> {
  return channel === 'whatsapp' && isOptional(topic) && !(await hasConsent(executor, to))
}

function kindsOf(topic: Topic, manners: NotificationsDeps['manners']): string[] {
  return Object.keys(manners).filter((kind) => manners[kind]?.topic === topic)
}

/**
 * Checks a message before each attempt to deliver it, wherever it comes from: nothing is sent at night, on a Sunday, after the reader
 * refused it, or after it became untrue. A message that may not be sent now is held until the next morning, or dropped.
 *
 * @returns the message as it may be delivered now; undefined when it may not be
 */
export async function guardDelivery(
  deps: Pick<NotificationsDeps, 'database' | 'clock' | 'log' | 'manners' | 'isStillValid' | 'contactOf'>,
  message: MessageRow,
): Promise<MessageRow | undefined> {
  const { database, clock } = deps
  const manner = mannerOf(message.kind, deps)
  const { topic } = manner
  if (topic === 'team') return message
  const { id, kind, about, notAfter, notBefore } = message
  const now = clock.now()
  const preferred = isOptional(topic)
    ? (await channelPreferencesOf(database, recipientOf(message)))[topic]
    : 'email'
  const decision = decideSending({ manner, preferred, now, notAfter: notAfter ?? undefined })
  if (decision.send === 'never') return drop(deps, { id, kind, reason: decision.reason })
  const until = decision.send === 'later' ? decision.at : notBefore
  if (until && until > now) {
    await holdMessage(database, { id, until })
    return undefined
  }
  if (about && !(await deps.isStillValid(database, { kind, about })))
    return drop(deps, { id, kind, reason: 'untrue' })
  if (!(await needsConsent(database, { topic, ...message }))) return message
  const contact = message.userId ? await deps.contactOf(database, message.userId) : undefined
  if (!contact) return drop(deps, { id, kind, reason: 'unwanted' })
  const way = { channel: 'email' as const, to: contact.email }
  await moveToChannel(database, { id, ...way })
  return { ...message, ...way }
}

async function drop(
  { database, log }: Pick<NotificationsDeps, 'database' | 'log'>,
  { id, kind, reason }: { id: string; kind: string; reason: DropReason },
): Promise<undefined> {
  await dropMessage(database, { id, reason })
  log.info({ kind, messageId: id, reason }, 'message dropped')
  return undefined
}
