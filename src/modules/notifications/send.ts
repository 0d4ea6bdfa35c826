import type { Executor } from '../../platform/database/database.ts'
import type { NotificationsDeps } from './deps.ts'
import { type MessageContent, wordsOf } from './domain/content.ts'
import { linksIn } from './domain/links.ts'
import { neutralSubject, neutralText } from './domain/neutral.ts'
import { withSignature } from './domain/signature.ts'
import { mannerOf, planSending } from './guard.ts'
import type { ChannelName } from './ports.ts'
import { mayWriteTo } from './recipient-limits.server.ts'
import { insertMessage } from './store.server.ts'

export interface MessageToSend<Kind extends string = string> {
  /** An e-mail address or an E.164 telephone number. */
  to: string
  channel: ChannelName
  /** Stored, so it must stay stable, e.g. `contract.accepted`. */
  kind: Kind
  /** One line; line breaks become spaces. */
  subject: string
  /**
   * Plain text in Portuguese, without the signature. Never contains a CPF or a report, but a link that requires signing
   * in.
   */
  text: string
  /** The same words for channels that support more than text (`write`). Without it only the text is used. */
  content?: MessageContent
  userId?: string
  /** When the message is no longer of use, so that it is dropped rather than sent late. */
  notAfter?: Date
  /** Ids of its subjects, checked again before it is sent (`isStillValid`); an erasure knows by them whose look-up it is about. */
  about?: readonly string[]
  /** The conversation to which it replies. */
  conversationId?: string
  /** The order it is about. */
  orderId?: string
}

/** Sends a message of one of the kinds that a module declares, in the caller's transaction. */
export type Send<Kind extends string> = (executor: Executor, message: MessageToSend<Kind>) => Promise<void>

/**
 * Stores a message in the caller's transaction, where it waits for its delivery, or is held until messages may be sent. Omits one
 * whose recipient received too many of its kind, or does not want it: the caller's response must not depend on it.
 */
export async function sendMessage(
  executor: Executor,
  message: MessageToSend,
  deps: Omit<NotificationsDeps, 'database' | 'channels' | 'journal' | 'renderMail'>,
): Promise<void> {
  const { to, kind, userId, orderId, content, notAfter, about } = message
  const limit = deps.limits?.[kind]
  const now = deps.clock.now()
  if (limit && !(await mayWriteTo(executor, { to, kind, limit, now }))) {
    deps.log.info({ kind }, 'message left out: its recipient got too many of its kind')
    return
  }
  const { decision, recipient, ...way } = await planSending(executor, message, { ...deps, now })
  if (decision.send === 'never') {
    deps.log.info({ kind, reason: decision.reason }, 'message left out')
    return
  }
  const words = content ? wordsOf(content, way.channel) : message.text
  const links = linksIn(words, deps.publicUrl)
  const { subject, text } = worded({ ...message, text: words }, { ...way, links }, deps)
  await insertMessage(executor, {
    id: deps.newId(),
    ...way,
    kind,
    recipient,
    links,
    subject,
    text: withSignature(text, way.channel, { sender: deps.sender(), publicUrl: deps.publicUrl }),
    conversationId: message.conversationId ?? null,
    status: 'queued',
    content: content ?? null,
    userId: userId ?? null,
    orderId: orderId ?? null,
    createdAt: now,
    ...(decision.send === 'now' ? { waitingSince: now } : { notBefore: decision.at }),
    notAfter: notAfter ?? null,
    about: about ? [...about] : null,
  })
}

/**
 * Makes the part that a locked screen shows neutral: the subject, or the beginning of the text on a channel without a
 * subject. An answer to a person's message keeps its words, because there is no page to read them on instead.
 */
export function worded(
  {
    kind,
    subject,
    text,
    conversationId,
  }: Pick<MessageToSend, 'kind' | 'subject' | 'text' | 'conversationId'>,
  { channel, links }: { channel: ChannelName; links: readonly string[] },
  deps: Pick<NotificationsDeps, 'manners'>,
): { subject: string; text: string } {
  const { topic } = mannerOf(kind, deps)
  const line = neutralSubject(subject.replace(/\s+/g, ' ').trim(), topic)
  if (channel === 'email' || conversationId !== undefined) return { subject: line, text }
  return { subject: line, text: neutralText(text.trim(), { subject: line, links, topic }) }
}
