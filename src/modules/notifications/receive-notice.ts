import { eq } from 'drizzle-orm'
import { normalizeEmail } from '../../core/email.ts'
import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Executor } from '../../platform/database/database.ts'
import { isSameSecret } from '../../platform/signing.ts'
import { recordInbound } from './addresses-store.server.ts'
import { applyDeliveryReports } from './apply-delivery-reports.ts'
import type { NotificationsDeps } from './deps.ts'
import type { Bounce } from './domain/inbound-mail.ts'
import { type FailDeps, failMessage } from './fail-message.ts'
import type { InboundMessage, WhatsappNotice } from './ports.ts'
import { messages } from './tables.server.ts'
import { saveTemplate } from './templates-store.server.ts'

/**
 * Returns the text that Meta expects in reply when it verifies the webhook URL; undefined: it is not Meta, or no notices are
 * expected.
 */
export function confirmNotices(
  { whatsappNotices }: Pick<NotificationsDeps, 'whatsappNotices'>,
  query: URLSearchParams,
): string | undefined {
  const isRight =
    whatsappNotices !== undefined &&
    query.get('hub.mode') === 'subscribe' &&
    isSameSecret(query.get('hub.verify_token') ?? '', whatsappNotices.verifyToken)
  return isRight ? (query.get('hub.challenge') ?? '').slice(0, 200) : undefined
}

/** Why a notice of Meta is not read. */
export type WhatsappRefusal = 'not_configured' | 'unsigned' | 'forged' | 'unreadable'

/**
 * Parses a signed notice of Meta; changes nothing.
 *
 * @param read the bytes that are signed, which are read only if there is a signature to verify
 */
export async function openWhatsappNotice(
  { whatsappNotices }: Pick<NotificationsDeps, 'whatsappNotices'>,
  { signature, read }: { signature: string | null; read(): Promise<Uint8Array> },
): Promise<Outcome<WhatsappNotice, WhatsappRefusal>> {
  if (!whatsappNotices) return refuse('not_configured')
  return signature ? whatsappNotices.read({ body: await read(), signature }) : refuse('unsigned')
}

/** Stores what a notice reports about our messages and templates. Repeated, it changes nothing. */
export async function applyWhatsappNotice(
  tx: Executor,
  { deliveryReports, templates }: WhatsappNotice,
  deps: FailDeps & Pick<NotificationsDeps, 'enqueue'>,
): Promise<void> {
  await applyDeliveryReports(tx, deliveryReports, deps)
  for (const template of templates) await saveTemplate(tx, template, deps.clock.now())
}

/**
 * Handles a mail server's report that a message of ours was not delivered: the message continues on another channel, and a
 * non-existent address is not used again. Only for a message that was sent to that address, because anybody can forge such a
 * report.
 */
export async function applyBounce(
  tx: Executor,
  { messageId, address, code }: Bounce,
  deps: FailDeps,
): Promise<void> {
  if (!isUuid(messageId)) return
  const [message] = await tx.select().from(messages).where(eq(messages.id, messageId)).for('no key update')
  if (message?.channel !== 'email' || message.status !== 'sent') return
  if (address && address !== normalizeEmail(message.to)) return
  await failMessage(tx, { id: messageId, code }, deps)
}

/** Records that a person wrote from an address. */
export async function noteInbound(
  tx: Executor,
  { channel, address, at }: Pick<InboundMessage, 'channel' | 'address'> & { at: Date },
  { clock }: Pick<NotificationsDeps, 'clock'>,
): Promise<void> {
  // A clock ahead of ours must not extend the window.
  const now = clock.now()
  await recordInbound(tx, { channel, address, at: at < now ? at : now })
}

/** Finds the message of ours to which a person replies, when known: its recipient and its order. */
export async function answeredMessage(
  tx: Executor,
  { providerId, messageId }: { providerId?: string; messageId?: string },
): Promise<Outcome<{ userId: string | null; to: string }, 'unknown'>> {
  const which = messageId
    ? isUuid(messageId) && eq(messages.id, messageId)
    : providerId && eq(messages.providerId, providerId)
  if (!which) return refuse('unknown')
  const { userId, to } = messages
  const [found] = await tx.select({ userId, to }).from(messages).where(which).limit(1)
  return found ? ok(found) : refuse('unknown')
}
