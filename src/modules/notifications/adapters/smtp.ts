import { MINUTE, SECOND } from '../../../core/durations.ts'
import { ok, refuse } from '../../../core/outcome.ts'
import { mailHeaders, type PreferencesLink } from '../domain/mail-headers.ts'
import { preferencesLabel } from '../domain/signature.ts'
import type { MailRenderer, MessageChannel, OutgoingMessage } from '../ports.ts'

/**
 * How long a server may be silent once it has the whole message. RFC 5321 (4.5.3.2.6) asks for ten minutes, because a client that
 * leaves earlier gets the message delivered twice. A batch of the queue delivers four messages one after the other
 * (`platform/jobs/jobs.ts`) and has 15 minutes: three for each, and half a minute before, which `maxDeliverySeconds` allows.
 */
export const maxSilence = 3 * MINUTE

/** Milliseconds for a connection, and for the greeting; three times that for all until the server has the message. */
export const maxWait = 10 * SECOND

/**
 * E-mail over SMTP, one connection per message: its plain text, and the same words as HTML. `Message-ID` is derived from
 * the message's id, so that servers and mail clients can recognise a duplicate that is sent after a crash.
 *
 * Once a server has the whole message, only it knows whether it took it: without its answer the outcome is `unknown`.
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
  timeout = maxWait,
  silence = maxSilence,
}: {
  url: string
  from: string
  domain: string
  render: MailRenderer
  preferencesOf?: (message: OutgoingMessage) => PreferencesLink | undefined
  requireTls?: boolean
  timeout?: number
  silence?: number
}): MessageChannel {
  const options = {
    url,
    requireTLS: requireTls,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: silence,
    dnsTimeout: timeout,
    // A message must never make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  }

  return {
    async deliver(message, onSent) {
      const { id, to, subject, text, orderId } = message
      if (!oneAddress.test(to)) return refuse('refused', 'not a single e-mail address')
      const singleLineSubject = subject.replace(/\p{Cc}+/gu, ' ').trim()
      const preferences = preferencesOf(message)
      const html = render({ ...message, subject: singleLineSubject, preferencesUrl: preferences?.page })
      // Loaded with the first message: most processes send none, and it would cost each 20 MB and 0.1 s of its start.
      const { createTransport } = await import('nodemailer')
      let isMessageSent = false
      const tooSlow = new AbortController()
      const deadline = setTimeout(() => tooSlow.abort(), 3 * timeout)
      const onMessageSent = () => {
        isMessageSent = true
        clearTimeout(deadline)
        onSent?.()
      }
      const transport = createTransport({ ...options, logger: noticeMessageSent(onMessageSent) })
      try {
        const { messageId } = await transport.sendMail({
          signal: tooSlow.signal,
          ...mailHeaders({ id, orderId, domain, preferences }),
          from,
          // As an object: a string would be parsed and could contain several recipients.
          to: { name: '', address: to },
          subject: singleLineSubject,
          text: preferences ? `${text}\n\n${preferencesLabel}: ${preferences.page}` : text,
          html,
        })
        return ok({ status: 'sent', providerId: messageId })
      } catch (error) {
        if (isMessageSent && !hasAnswer(error)) return refuse('unknown', detailOf(error))
        return refuse(refusalOf(error), detailOf(error))
      } finally {
        clearTimeout(deadline)
      }
    },
  }
}

const oneAddress = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u

/** A log of the connection that only waits for the entry after the message and its end have been written. */
function noticeMessageSent(onMessageSent: () => void) {
  const ignore = () => {}
  const info = (entry: unknown) => {
    if ((entry as { tnx?: string } | undefined)?.tnx === 'message') onMessageSent()
  }
  return { trace: ignore, debug: ignore, info, warn: ignore, error: ignore, fatal: ignore }
}

/** Whether the server reported the outcome of the message. */
function hasAnswer(error: unknown): boolean {
  return Boolean((error as { responseCode?: number }).responseCode)
}

interface SmtpError {
  code?: string
  /** The command that was refused: 'MAIL FROM', 'RCPT TO', 'DATA'. */
  command?: string
  response?: string
  responseCode?: number
}

/**
 * A 5xx response to this recipient or message is permanent. A 5xx to our credentials, or to our sender, is a configuration error: retry.
 */
function refusalOf(error: unknown): 'refused' | 'deferred' | 'unavailable' {
  const { code, command, responseCode = 0 } = error as SmtpError
  if ((code !== 'EENVELOPE' && code !== 'EMESSAGE') || command === 'MAIL FROM') return 'unavailable'
  if (responseCode >= 500) return 'refused'
  return isAboutRecipient(error as SmtpError) ? 'deferred' : 'unavailable'
}

/**
 * Whether a temporary response is about the recipient, such as a full mailbox or greylisting: not 421, the server closes; not 454, it
 * relays nothing to us (Postfix by default); not a fault of its own system (4.3.x of RFC 3463).
 */
function isAboutRecipient({ command, response = '', responseCode }: SmtpError): boolean {
  if (command !== 'RCPT TO' || responseCode === 421 || responseCode === 454) return false
  return !/^\d{3}[ -]4\.3\./.test(response)
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
