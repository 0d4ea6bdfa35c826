import type { WrittenMessage } from '../notifications/index.server.ts'

/**
 * A message to the owner of an address. On WhatsApp it is sent in full, as text, because it has no page with the rest of it and does
 * not mention a debt.
 */
export function addressed(
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
  { content, ...words }: WrittenMessage,
) {
  if (email) return { to: email, channel: 'email' as const, ...words, content }
  return { to: phone ?? '', channel: 'whatsapp' as const, ...words }
}
