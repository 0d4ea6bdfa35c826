/** Where the recipient of a message chooses what they get. */
export interface PreferencesLink {
  /** The page, opened by a person. */
  page: string
  /** What a mail client posts to for its own button; it refuses this kind at once, without a page (RFC 8058). */
  oneClick?: string
}

export interface MailHeaders {
  messageId: string
  inReplyTo?: string
  references?: string
  headers: Record<string, string>
}

/**
 * The headers of a message that do not come from its words. Derived from ids alone, so that a message which is sent twice
 * after a crash is the same message, and that all about one order are one conversation: they answer a first message that
 * was never sent.
 *
 * @param domain the right-hand side of Message-ID
 */
export function mailHeaders({
  id,
  orderId,
  domain,
  preferences,
}: {
  id: string
  orderId?: string | null | undefined
  domain: string
  preferences?: PreferencesLink | undefined
}): MailHeaders {
  const thread = orderId ? `<pedido.${orderId}@${domain}>` : undefined
  return {
    messageId: `<${id}@${domain}>`,
    ...(thread && { inReplyTo: thread, references: thread }),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(preferences && { 'List-Unsubscribe': `<${preferences.oneClick ?? preferences.page}>` }),
      ...(preferences?.oneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
  }
}
