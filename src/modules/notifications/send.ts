import type { Executor } from '../../platform/database/database.ts'
import type { NotificationsDeps } from './deps.ts'
import { linksIn } from './domain/links.ts'
import { withSignature } from './domain/signature.ts'
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
  /** Plain text in Portuguese, without the signature. Never a CPF or a report, but a link that requires signing in. */
  text: string
  userId?: string
}

/** Sends a message of one of the kinds that a module declares, in the caller's transaction. */
export type Send<Kind extends string> = (executor: Executor, message: MessageToSend<Kind>) => Promise<void>

/**
 * Stores a message in the caller's transaction; it waits there for its delivery. One whose recipient got too many of its
 * kind is left out: the caller's answer must not depend on it.
 */
export async function sendMessage(
  executor: Executor,
  { to, channel, kind, subject, text, userId }: MessageToSend,
  deps: Omit<NotificationsDeps, 'database' | 'channels' | 'journal'>,
): Promise<void> {
  const limit = deps.limits?.[kind]
  const now = deps.clock.now()
  if (limit && !(await mayWriteTo(executor, { to, kind, limit, now }))) {
    deps.log.info({ kind }, 'message left out: its recipient got too many of its kind')
    return
  }
  await insertMessage(executor, {
    id: deps.newId(),
    to: to.trim(),
    channel,
    kind,
    subject: subject.replace(/\s+/g, ' ').trim(),
    text: withSignature(text, channel, deps.sender),
    links: linksIn(text, deps.publicUrl),
    status: 'queued',
    userId: userId ?? null,
    createdAt: now,
    waitingSince: now,
  })
}
