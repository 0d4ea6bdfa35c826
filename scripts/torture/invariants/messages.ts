import type { Phones } from '../ground-truth.ts'
import type { Tables } from '../tables.ts'
import { type Evidence, groupBy, type Invariant } from './invariant.ts'

type Message = Tables['messages'][number]

/**
 * Every message was sent, was forwarded to the other channel, waits for a person, is held until a permitted hour, or is no longer
 * true; each signature and each withdrawal has exactly one.
 */
const messagesSent: Invariant = ({ tables }) => {
  const first = tables.messages.filter(({ follows_id }) => follows_id === null)
  const sent = (kind: string) => first.filter((message) => message.kind === kind).length
  const expected = {
    'contract.accepted': tables.contract_acceptances.length,
    'contract.withdrawn': tables.withdrawals.length,
  }
  return [
    ...tables.messages
      .filter((message) => message.status !== 'sent' && message.status !== 'failed')
      .filter((message) => !isHeld(message) && !isInDoubt(message))
      .filter((message) => !hasBecomeUntrue(message, tables))
      .map((message) => `${named(message)}: ${message.status}`),
    ...Object.entries(expected)
      .filter(([kind, count]) => sent(kind) !== count)
      .map(([kind, count]) => `messages ${kind}: ${sent(kind)} instead of ${count}`),
  ]
}

/**
 * Checks whether a message, or its copy on the other channel, had become untrue before it was sent: a reminder of an instalment that was
 * paid or cancelled meanwhile, or news of an order on hold that goes on.
 */
function hasBecomeUntrue(message: Message, { payments, orders }: Tables): boolean {
  const { kind, status, dropped_reason, about } = message
  if (status !== 'dropped' || dropped_reason !== 'untrue') return false
  const ids = (about ?? []).map((one) => one.split('@')[0])
  return kind === 'order.on-hold'
    ? orders.some((order) => ids.includes(order.id) && order.status !== 'on_hold')
    : payments.some((instalment) => ids.includes(instalment.id) && instalment.status !== 'pending')
}

/** Checks whether an e-mail is held for its second attempt, because the mail server did not answer the first. */
function isInDoubt({ channel, status, tried_at, not_before }: Message): boolean {
  return channel === 'email' && status === 'queued' && tried_at !== null && not_before !== null
}

/** Checks whether a message is held until an hour at which people may be contacted, in the shop's time zone. */
function isHeld({ status, not_before }: Message): boolean {
  if (status !== 'queued' || not_before === null) return false
  const { weekday, hour } = Object.fromEntries(
    saoPauloHour.formatToParts(new Date(not_before)).map(({ type, value }) => [type, value]),
  )
  return weekday !== 'Sun' && Number(hour) >= 8 && Number(hour) < 20
}

const saoPauloHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Sao_Paulo',
  weekday: 'short',
  hour: 'numeric',
  hourCycle: 'h23',
})

/**
 * The product's status of each message matches the mail server and the phones. No phone shows a message twice; a mailbox has at
 * most one copy per attempt, all with the same Message-ID, so that they count as one message.
 */
const messagesMatchChannels: Invariant = ({ tables, truth }) => {
  const mails = groupBy(truth.mails, ({ id }) => id)
  const shown = groupBy(
    truth.phones.messages.filter(({ status }) => status !== 'failed'),
    ({ opaque }) => opaque,
  )
  const ids = new Set(tables.messages.map(({ id }) => id))
  const unknown = [...mails.keys(), ...shown.keys()].filter((id) => !ids.has(id))
  return [
    ...unknown.map((id) => `message ${id}: arrived, but it is not stored`),
    ...tables.messages.flatMap((message) =>
      (message.channel === 'email'
        ? mailBreaches(message, mails.get(message.id)?.length ?? 0)
        : phoneBreaches(message, shown.get(message.id) ?? [])
      ).map((breach) => `${named(message)}: ${breach}`),
    ),
  ]
}

function mailBreaches(message: Message, copies: number): string[] {
  const { status, attempts } = message
  return [
    ...(status === 'sent' && copies === 0 ? ['sent, but the mail server never took it'] : []),
    ...(status !== 'sent' && !isInDoubt(message) && copies > 0
      ? [`${status}, but the mail server took it`]
      : []),
    ...(copies > attempts ? [`${copies} copies of ${attempts} attempts`] : []),
  ]
}

function phoneBreaches(message: Message, copies: Phones['messages']): string[] {
  const { status, provider_id, delivered_at, read_at } = message
  const [copy] = copies
  if (copies.length > 1) return [`the phone shows it ${copies.length} times`]
  if (!copy) return status === 'sent' ? ['sent, but no phone shows it'] : []
  if (status !== 'sent') return [`${status}, but the phone shows it`]
  return [
    ...(provider_id === copy.wamid ? [] : [`${provider_id} is not its id at the provider`]),
    ...(delivered_at === null ? ['arrived, but it is not said to be delivered'] : []),
    ...((read_at === null) === (copy.status === 'read') ? [`${copy.status}, but read at ${read_at}`] : []),
  ]
}

/**
 * A failed message could not be delivered; it is forwarded once to the other channel of its recipient, otherwise it waits for the
 * team. A message with a secret in its link is not forwarded.
 */
const failedMessagesGoOn: Invariant = (evidence) => {
  const { tables } = evidence
  const next = groupBy(tables.messages, ({ follows_id }) => follows_id)
  return tables.messages.flatMap((message) => {
    const { id, status, given_up_at } = message
    const following = next.get(id)?.length ?? 0
    if (status !== 'failed') return following > 0 ? [`${named(message)}: ${status}, but it went on`] : []
    const expected = hasOtherChannel(message, evidence) ? 1 : 0
    return [
      ...(isUndeliverable(message, evidence) ? [] : ['failed, although it could be delivered']),
      ...(following === expected ? [] : [`failed, and went on ${following} times instead of ${expected}`]),
      ...(following === 0 && given_up_at !== null ? ['failed, and no person sees it'] : []),
    ].map((breach) => `${named(message)}: ${breach}`)
  })
}

function hasOtherChannel({ channel, kind, user_id, follows_id }: Message, { tables }: Evidence): boolean {
  if (user_id === null || follows_id !== null || /^(?:account|consultation|privacy)\./.test(kind))
    return false
  return (
    channel === 'whatsapp' ||
    tables.message_consents.some((consent) => consent.user_id === user_id && consent.revoked_at === null)
  )
}

function isUndeliverable({ channel, to }: Message, { isGone, truth }: Evidence): boolean {
  return channel === 'email' ? isGone(to) : truth.phones.absent.includes(to.slice(1))
}

/** A reply is stored once, however often its notice arrived. */
const answersStoredOnce: Invariant = ({ tables, truth }) => {
  const stored = groupBy(tables.heard_messages, ({ provider_id }) => provider_id)
  return [
    ...truth.phones.answers
      .filter(({ wamid }) => stored.get(wamid)?.length !== 1)
      .map(({ wamid }) => `answer ${wamid}: stored ${stored.get(wamid)?.length ?? 0} times`),
    ...(truth.phones.notices.abandoned > 0
      ? [`${truth.phones.notices.abandoned} notices of WhatsApp were never accepted`]
      : []),
  ]
}

function named({ kind, id }: Message): string {
  return `message ${kind} ${id}`
}

export const messageInvariants = {
  messagesSent,
  messagesMatchChannels,
  failedMessagesGoOn,
  answersStoredOnce,
}
