import type { Clock } from '../../core/clock.ts'
import type { NewId } from '../../core/ids.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { Enqueue } from '../../platform/jobs/jobs.ts'
import { linksIn } from './domain/links.ts'
import { type Sender, signed } from './domain/signature.ts'
import type { ChannelName } from './ports.ts'
import { insertMessage } from './store.server.ts'

export const deliverJob = 'messages.deliver'

export interface MessageToSend {
  /** An e-mail address, or a telephone as E.164. */
  to: string
  channel: ChannelName
  /** What it is about, stable: `order.confirmed`, `password.reset` … */
  kind: string
  /** One line; line breaks become spaces. */
  subject: string
  /** Plain text in Portuguese, without the signature. Never a CPF or a report: a link that asks to sign in instead. */
  text: string
  userId?: string
}

/** Writes a message and the job that delivers it, both in the caller's transaction: both exist or neither. */
export async function sendMessage(
  executor: Executor,
  { to, channel, kind, subject, text, userId }: MessageToSend,
  deps: { enqueue: Enqueue; clock: Clock; newId: NewId; publicUrl: string; sender: Sender },
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
  await deps.enqueue(executor, deliverJob, { messageId: id })
}
