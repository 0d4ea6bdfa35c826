import { createTransport } from 'nodemailer'
import { ok, refuse } from '../../../core/outcome.ts'
import { mailHeaders, type PreferencesLink } from '../domain/mail-headers.ts'
import type { MailRenderer, MessageChannel, OutgoingMessage } from '../ports.ts'

/**
 * E-mail over SMTP, one connection per message: its plain text, and the same words as HTML. `Message-ID` is derived from
 * the message's id, so that servers and mail clients can recognise a duplicate that is sent after a crash.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…:465`
 * @param requireTls sends nothing, not even the password, unless the server encrypts the connection
 * @param from `Name <address>`
 * @param domain the right-hand side of Message-ID
 * @param preferencesOf the link to the recipient's preferences; undefined for messages that nobody can unsubscribe from
 */
export function smtpChannel({
  url,
  from,
  domain,
  render,
  preferencesOf = () => undefined,
  requireTls = false,
  timeout = 10_000,
}: {
  url: string
  from: string
  domain: string
  render: MailRenderer
  preferencesOf?: (message: OutgoingMessage) => PreferencesLink | undefined
  requireTls?: boolean
  timeout?: number
}): MessageChannel {
  const transport = createTransport({
    url,
    requireTLS: requireTls,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    // A message must never make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async deliver(message) {
      const { id, to, subject, text, orderId } = message
      if (!oneAddress.test(to)) return refuse('refused', 'not a single e-mail address')
      const singleLineSubject = subject.replace(/\p{Cc}+/gu, ' ').trim()
      const preferences = preferencesOf(message)
      const html = render({ ...message, subject: singleLineSubject, preferencesUrl: preferences?.page })
      try {
        const { messageId } = await transport.sendMail({
          ...mailHeaders({ id, orderId, domain, preferences }),
          from,
          // As an object: a string would be parsed and could contain several recipients.
          to: { name: '', address: to },
          subject: singleLineSubject,
          text,
          html,
        })
        return ok({ status: 'sent', providerId: messageId })
      } catch (error) {
        return isPermanent(error)
          ? refuse('refused', detailOf(error))
          : refuse('unavailable', detailOf(error))
      }
    },
  }
}

const oneAddress = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u

/** A 5xx response to this recipient or message. A 5xx to our credentials is a configuration error: retry. */
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}

/** Omits the server's response text, which repeats the address. */
function detailOf(error: unknown): string {
  const { code, originalCode, responseCode } = error as {
    code?: string
    /** Why a socket failed, such as an invalid certificate. */
    originalCode?: string
    responseCode?: number
  }
  return [code ?? 'error', originalCode === code ? undefined : originalCode, responseCode]
    .filter(Boolean)
    .join(' ')
}
