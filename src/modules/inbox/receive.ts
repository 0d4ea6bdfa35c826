import { before, DAY } from '../../core/durations.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Executor } from '../../platform/database/database.ts'
import { sha256 } from '../../platform/digest.ts'
import { isSameSecret } from '../../platform/signing.ts'
import type { InboundMessage, WhatsappRefusal } from '../notifications/index.server.ts'
import { isWritable, redactSecretsOf } from '../notifications/public.ts'
import type { InboxDeps } from './deps.ts'
import { forgedMark } from './domain/answer.ts'
import { saveInbound } from './store.server.ts'

/**
 * An e-mail is in transit for a week at most. An older date means a wrong clock, and would place the message among answered ones.
 */
const MAX_DELAY = 7 * DAY

type ReceiveDeps = Pick<
  InboxDeps,
  | 'database'
  | 'clock'
  | 'newId'
  | 'log'
  | 'identity'
  | 'notifications'
  | 'orders'
  | 'readMail'
  | 'mailSecret'
  | 'publicUrl'
>

/**
 * Receives a notice of WhatsApp: the delivery of our messages, and messages from people. All of it is stored, or none.
 *
 * @param read the signed bytes, which are read only if notices are expected and this one is signed
 */
export async function receiveWhatsapp(
  deps: ReceiveDeps,
  signed: { signature: string | null; read(): Promise<Uint8Array> },
): Promise<Outcome<null, WhatsappRefusal>> {
  const opened = await deps.notifications.openWhatsappNotice(signed)
  if (!opened.ok) return opened
  await deps.database.transaction(async (tx) => {
    await deps.notifications.applyWhatsappNotice(tx, opened.value)
    for (const message of opened.value.messages) await storeInbound(tx, message, deps)
  })
  const { unreadable } = opened.value
  if (unreadable > 0) deps.log.warn({ parts: unreadable }, 'parts of a notice of WhatsApp could not be read')
  return ok(null)
}

/**
 * Receives a raw e-mail to our mailbox: a message from a person, or a bounce of a message of ours.
 *
 * @param authorization 'Bearer …', the secret of the mail server that delivers it
 * @param read the bytes (RFC 5322), which are read only after the secret is verified
 */
export async function receiveMail(
  deps: ReceiveDeps,
  { authorization, read }: { authorization: string | null; read(): Promise<Uint8Array> },
): Promise<Outcome<null, 'not_configured' | 'forged' | 'unreadable'>> {
  if (deps.mailSecret === undefined) return refuse('not_configured')
  const given = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  if (!isSameSecret(given, deps.mailSecret)) return refuse('forged')
  const bytes = await read()
  if (bytes.length === 0) return refuse('unreadable')
  const whole = await deps.readMail(bytes)
  // For an e-mail that exceeds the limits, the team sees at least its sender and subject.
  const mail = whole ?? (await deps.readMail(headersOf(bytes))) ?? { kind: 'none' }
  if (!whole) deps.log.warn({ bytes: bytes.length }, 'an e-mail beyond every limit could not be read')
  if (mail.kind === 'none') {
    deps.log.info({ bytes: bytes.length }, 'an e-mail was left out')
    return ok(null)
  }
  await deps.database.transaction(async (tx) => {
    if (mail.kind === 'bounce') return deps.notifications.applyBounce(tx, mail)
    const now = deps.clock.now()
    const { address, name, text, repliesTo } = mail
    const left = whole ? mail.left : ['unreadable']
    const at = mail.at && mail.at < now && mail.at > before(now, MAX_DELAY) ? mail.at : now
    const subject = mail.isForged ? `${forgedMark} ${mail.subject}` : mail.subject
    // The writer chooses the id, and another writer may use the same one. Without an id a repeated delivery has the same bytes.
    const providerId = `${address} ${mail.id || sha256(bytes)}`
    await storeInbound(
      tx,
      { channel: 'email', address, name, subject, text, repliesTo, left, providerId, at },
      deps,
    )
  })
  return ok(null)
}

const maxHeaders = 64 * 1024

/** The first part of an e-mail: its headers. */
function headersOf(bytes: Uint8Array): Uint8Array {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, maxHeaders)).toString(
    'latin1',
  )
  return Buffer.from(`${start.split(/\r?\n\r?\n/, 1)[0]}\n\n`, 'latin1')
}

/** Stores a person's message, once, in a conversation where it can be answered; without the secrets of our links in it. */
async function storeInbound(tx: Executor, inbound: InboundMessage, deps: ReceiveDeps): Promise<void> {
  const now = deps.clock.now()
  const { host } = new URL(deps.publicUrl)
  const message = {
    ...inbound,
    text: redactSecretsOf(host, inbound.text),
    subject: redactSecretsOf(host, inbound.subject),
    at: inbound.at ?? now,
  }
  const hasAddress = isWritable(message.channel, message.address)
  const about = hasAddress ? await whose(tx, message, deps) : { userId: null, orderId: null }
  const isNew = await saveInbound(tx, { message, about, newId: deps.newId, now })
  if (!isNew) return
  if (hasAddress) await deps.notifications.noteInbound(tx, message)
  deps.log.info({ channel: message.channel, known: about.userId !== null }, 'message received')
}

/**
 * Finds the customer and the order of a message: those of the message that it answers, otherwise the only customer with
 * that address and their only open order. Ambiguous cases remain open; a message never causes anything to be disclosed to
 * a customer.
 */
async function whose(
  tx: Executor,
  { channel, address, repliesTo }: InboundMessage,
  { identity, notifications, orders }: ReceiveDeps,
): Promise<{ userId: string | null; orderId: string | null }> {
  const users = await identity.usersOf(tx, channel === 'email' ? { email: address } : { phone: address })
  const answered = repliesTo && (await notifications.answeredMessage(tx, repliesTo))
  const isTheirs = answered?.ok === true && answered.value.to.toLowerCase() === address
  const message = isTheirs ? answered.value : undefined
  const userId = message?.userId ?? (users.length === 1 ? users[0] : undefined) ?? null
  if (userId === null) return { userId, orderId: null }
  const open = await orders.openOrdersOf(tx, { userId })
  const orderId = open.find((id) => id === repliesTo?.orderId) ?? (open.length === 1 ? open[0] : undefined)
  return { userId, orderId: orderId ?? null }
}
