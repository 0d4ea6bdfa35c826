/** The link with which the recipient of a message manages their preferences. */
export interface PreferencesLink {
  /** The page, for a person to open. */
  page: string
  /**
   * The URL to which a mail client posts for its own unsubscribe button; unsubscribes from this topic at once, without
   * a page (RFC 8058).
   */
  oneClick?: string
}

export interface MailHeaders {
  messageId: string
  inReplyTo?: string
  references?: string
  headers: Record<string, string>
}

/**
 * The headers of a message that do not derive from its words. They derive from ids alone, so that a message sent twice
 * after a crash is the same message, and all messages about one order form one conversation: they reply to a first
 * message that was never sent.
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
