import type { Executor } from '../../platform/database/database.ts'
import { markUnreachable } from './addresses-store.server.ts'
import type { NotificationsDeps } from './deps.ts'
import { wordsOf } from './domain/content.ts'
import { isAddressGone } from './domain/failure.ts'
import { linksIn } from './domain/links.ts'
import { nextChannel, type Reach } from './domain/next-channel.ts'
import { withSignature } from './domain/signature.ts'
import { currentConsent } from './preferences-store.server.ts'
import { recipientOf } from './recipient.server.ts'
import {
  giveUpFailed,
  insertMessage,
  type MessageFailure,
  type MessageRow,
  recordFailure,
} from './store.server.ts'

export type FailDeps = Pick<
  NotificationsDeps,
  'channels' | 'clock' | 'newId' | 'log' | 'publicUrl' | 'sender' | 'contactOf'
>

/**
 * Handles a message that its channel cannot deliver: in one transaction it is marked as failed, with the reason, and
 * continues once on the next channel of its reader, as a separate message; without one it needs a decision by the team.
 * Repeated, it changes nothing.
 *
 * @param tx a transaction
 */
export async function failMessage(tx: Executor, failure: MessageFailure, deps: FailDeps): Promise<void> {
  const failed = await recordFailure(tx, failure)
  if (!failed) return
  const { id, code } = failure
  const now = deps.clock.now()
  const { channel, to } = failed
  if (code && isAddressGone(channel, code)) await markUnreachable(tx, { channel, address: to, code, at: now })
  // An answer is for the person who wrote from this address: the account beside it only typed it.
  const reader = failed.conversationId === null ? failed.userId : null
  const next = reader ? nextChannel(failed, await reachable(tx, reader, deps)) : undefined
  deps.log.warn(
    { messageId: id, channel, code, next: next?.channel ?? 'team' },
    'a message was not delivered',
  )
  if (!next) return
  await giveUpFailed(tx, { id, now, reason: `segue por ${next.channel}` })
  await insertMessage(tx, { ...messageToRetry(failed, next, deps), createdAt: now, waitingSince: now })
}

/**
 * A confirmed e-mail address, and the number for which the person gave consent. A channel that only stores reaches nobody: a demonstration
 * displays its e-mails, and production always has a mail server.
 */
async function reachable(tx: Executor, userId: string, { channels, contactOf }: FailDeps): Promise<Reach> {
  const contact = await contactOf(tx, userId)
  const consent = channels.whatsapp.isKept
    ? undefined
    : await currentConsent(tx, recipientOf({ userId, to: '' }))
  return { email: contact?.confirmed === false ? undefined : contact?.email, whatsapp: consent?.phone }
}

function messageToRetry(
  failed: MessageRow,
  { channel, to }: { channel: MessageRow['channel']; to: string },
  { newId, publicUrl, sender }: FailDeps,
) {
  const { kind, subject, userId, recipient, about, notAfter, conversationId } = failed
  const { content, orderId } = failed
  const words = content ? wordsOf(content, channel) : withoutSignature(failed.text)
  return {
    id: newId(),
    channel,
    to,
    kind,
    subject,
    userId,
    recipient,
    about,
    notAfter,
    conversationId,
    text: withSignature(words, channel, { sender: sender(), publicUrl }),
    links: linksIn(words, publicUrl),
    content,
    orderId,
    status: 'queued' as const,
    followsId: failed.id,
  }
}

/** Returns the words of a message without the signature of any channel. */
function withoutSignature(text: string): string {
  const mail = text.lastIndexOf('\n-- \n')
  if (mail >= 0) return text.slice(0, mail).trim()
  return text.replace(/\n\n[^\n]*, CNPJ [^\n]*$/, '').trim()
}
