import type { Executor } from '../../platform/database/database.ts'
import type { NotificationsDeps } from './deps.ts'
import { linksIn } from './domain/links.ts'
import { signed } from './domain/signature.ts'
import type { ChannelName } from './ports.ts'
import { insertMessage } from './store.server.ts'

export interface MessageToSend<Kind extends string = string> {
  /** An e-mail address, or a telephone as E.164. */
  to: string
  channel: ChannelName
  /** What it is about, stable: it is stored, e.g. `contract.accepted`. */
  kind: Kind
  /** One line; line breaks become spaces. */
  subject: string
  /** Plain text in Portuguese, without the signature. Never a CPF or a report: a link that asks to sign in instead. */
  text: string
  userId?: string
}

/** Sends the messages of a module: of the kinds it declares, in the caller's transaction. */
export type Send<Kind extends string> = (executor: Executor, message: MessageToSend<Kind>) => Promise<void>

/** Writes a message and the job that delivers it, both in the caller's transaction: both exist or neither. */
export async function sendMessage(
  executor: Executor,
  { to, channel, kind, subject, text, userId }: MessageToSend,
  deps: Omit<NotificationsDeps, 'database' | 'channels'>,
): Promise<void> {
  const id = deps.newId()
  await insertMessage(executor, {
    id,
    to: to.trim(),
    channel,
    kind,
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: signed(text, channel, deps.sender),
    links: linksIn(text, deps.publicUrl),
    status: 'queued',
    userId: userId ?? null,
    createdAt: deps.clock.now(),
  })
  await deps.enqueue(executor, 'messages.deliver', { messageId: id })
}
