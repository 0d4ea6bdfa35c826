import { createTransport } from 'nodemailer'
import { ok, refuse } from '../../../core/outcome.ts'
import { asHtml } from '../domain/html.ts'
import type { MessageChannel } from '../ports.ts'

/**
 * E-mail over SMTP, one connection a message. `Message-ID` comes from the message's own id, so that a copy sent
 * again after a crash can be recognised by the server and the mail program.
 *
 * @param url `smtp://user:password@host:587` or `smtps://…:465`
 * @param from `Name <address>`
 * @param domain what stands after the @ of Message-ID
 */
export function smtpChannel({
  url,
  from,
  domain,
  timeout = 10_000,
}: {
  url: string
  from: string
  domain: string
  timeout?: number
}): MessageChannel {
  const transport = createTransport({
    url,
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    // Nothing in a message may make the server read a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })

  return {
    async deliver({ id, to, subject, text, links }) {
      if (!oneAddress.test(to)) return refuse('refused', 'not one e-mail address')
      const oneLine = subject.replace(/\p{Cc}+/gu, ' ').trim()
      try {
        const { messageId } = await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from,
          // As an object: a text would be parsed, and could name several people.
          to: { name: '', address: to },
          subject: oneLine,
          text,
          html: asHtml({ subject: oneLine, text, links }),
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return ok({ status: 'sent', providerId: messageId })
      } catch (error) {
        return isForGood(error) ? refuse('refused', detailOf(error)) : refuse('unavailable', detailOf(error))
      }
    },
  }
}

const oneAddress = /^[^\s@<>,;:"()[\]\\\p{Cc}]+@[^\s@<>,;:"()[\]\\\p{Cc}]+$/u

/** The server said 5xx to this recipient or this message. A 5xx to our password is for us to mend: try again. */
function isForGood(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500
}

/** Without the server's own words, which repeat the address. */
function detailOf(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  return [code ?? 'error', responseCode].filter(Boolean).join(' ')
}
