import PostalMime, { type Attachment, addressParser, type Email } from 'postal-mime'
import type { ParsedMail } from '../domain/inbound-mail.ts'

/** A stranger's mail may have unlimited nesting and unlimited headers. */
const limits = { maxNestingDepth: 20, maxRfc822NestingDepth: 4, maxHeadersSize: 256 * 1024 }

/**
 * Decodes an e-mail as it was received (RFC 5322, RFC 2045, RFC 3464).
 *
 * @returns undefined when it exceeds the limits that any mail of a person or a mail server stays within
 */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail | undefined> {
  const email = await PostalMime.parse(bytes, limits).catch(() => undefined)
  if (!email) return undefined
  const headers = headersOf(email)
  return {
    headers,
    // From every From header: with two of them, one address can pass authentication while another is displayed.
    from: addressParser(fromOf(email), { flatten: true }).map(({ address = '', name }) => ({
      address,
      name,
    })),
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    files: email.attachments.map(({ filename }) => filename ?? ''),
    report: await reportOf(email),
  }
}

async function reportOf({ attachments }: Email): Promise<ParsedMail['report']> {
  const ofType = (...types: string[]) => attachments.find(({ mimeType }) => types.includes(mimeType))
  const status = ofType('message/delivery-status', 'message/global-delivery-status')
  if (!status) return undefined
  const original = ofType(
    ...['text/rfc822-headers', 'message/rfc822', 'message/global', 'message/global-headers'],
  )
  const blocks = textOf(status).split(/\r?\n\s*\n/)
  return {
    fields: await Promise.all(blocks.slice(0, 100).map(readHeaders)),
    original: original && (await readHeaders(textOf(original))),
  }
}

async function readHeaders(block: string): Promise<ReadonlyMap<string, string>> {
  const email = await PostalMime.parse(block.trim(), limits).catch(() => undefined)
  return email ? headersOf(email) : new Map()
}

function fromOf({ headers }: Email): string {
  return headers.flatMap(({ key, value }) => (key === 'from' ? [value] : [])).join(', ')
}

/** For a repeated header, the first one. */
function headersOf({ headers }: Email): ReadonlyMap<string, string> {
  return new Map(headers.toReversed().map(({ key, value }) => [key, value]))
}

function textOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content)
}
