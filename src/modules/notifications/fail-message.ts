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
import { giveUpFailed, insertMessage, type MessageRow, recordFailure } from './store.server.ts'

export type FailDeps = Pick<
  NotificationsDeps,
  'channels' | 'clock' | 'newId' | 'log' | 'publicUrl' | 'sender' | 'contactOf'
>

/**
 * A message cannot be delivered by its channel: in one transaction it is marked so, with the reason, and goes on once by the
 * next channel that its reader has, as a message of its own; without one it waits for the team. Repeated, it changes nothing.
 *
 * @param tx a transaction
 */
export async function failMessage(
  tx: Executor,
  { id, code, providerId }: { id: string; code: string | undefined; providerId?: string },
  deps: FailDeps,
): Promise<void> {
  const failed = await recordFailure(tx, { id, code, providerId })
  if (!failed) return
  const now = deps.clock.now()
  const { channel, to } = failed
  if (code && isAddressGone(channel, code)) await markUnreachable(tx, { channel, address: to, code, at: now })
  const next = failed.userId ? nextChannel(failed, await reachable(tx, failed.userId, deps)) : undefined
  deps.log.warn(
    { messageId: id, channel, code, next: next?.channel ?? 'team' },
    'a message was not delivered',
  )
  if (!next) return
  await giveUpFailed(tx, { id, now, reason: `segue por ${next.channel}` })
  await insertMessage(tx, { ...goingOn(failed, next, deps), createdAt: now, waitingSince: now })
}

/**
 * A confirmed address, and the number that a person agreed to be written to on. What is only stored reaches nobody: a demonstration shows its
 * e-mails, and production always has a mail server.
 */
async function reachable(tx: Executor, userId: string, { channels, contactOf }: FailDeps): Promise<Reach> {
  const contact = await contactOf(tx, userId)
  const consent = channels.whatsapp.isKept
    ? undefined
    : await currentConsent(tx, recipientOf({ userId, to: '' }))
  return { email: contact?.confirmed === false ? undefined : contact?.email, whatsapp: consent?.phone }
}

function goingOn(
  failed: MessageRow,
  { channel, to }: { channel: MessageRow['channel']; to: string },
  { newId, publicUrl, sender }: FailDeps,
) {
  const { kind, subject, userId, recipient, about, notAfter, conversationId } = failed
  const { content, orderId } = failed
  const words = content ? wordsOf(content, channel) : withoutSignature(failed.text)
  return {
    ...{ id: newId(), channel, to, kind, subject, userId, recipient, about, notAfter, conversationId },
    text: withSignature(words, channel, { sender: sender(), publicUrl }),
    links: linksIn(words, publicUrl),
    ...{ content, orderId },
    status: 'queued' as const,
    followsId: failed.id,
  }
}

/** The words of a message, whichever signature its channel appended. */
function withoutSignature(text: string): string {
  const mail = text.lastIndexOf('\n-- \n')
  if (mail >= 0) return text.slice(0, mail).trim()
  return text.replace(/\n\n[^\n]*, CNPJ [^\n]*$/, '').trim()
}
