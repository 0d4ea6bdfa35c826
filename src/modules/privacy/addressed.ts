import type { WrittenMessage } from '../notifications/index.server.ts'

/**
 * A message to the owner of an address: by WhatsApp whole, as text, because it has no page behind it where the rest is read, and says
 * nothing of a debt.
 */
export function addressed(
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
  { content, ...words }: WrittenMessage,
) {
  if (email) return { to: email, channel: 'email' as const, ...words, content }
  return { to: phone ?? '', channel: 'whatsapp' as const, ...words }
}
