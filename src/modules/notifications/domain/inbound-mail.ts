import { MAX_EMAIL_LENGTH, normalizeEmail } from '../../../core/email.ts'
import { oneLine, printable } from '../../../core/text.ts'
import { redactSecrets } from './redact-secrets.ts'

/** A mail server reports that a message of ours could not be delivered, or not yet (RFC 3464). */
export interface Bounce {
  kind: 'bounce'
  /** The id of our message. */
  messageId: string
  /** The recipient's address in lower case; empty when the report does not state it. */
  address: string
  /** In the form of RFC 3463: '5.1.1'. */
  code: string
}

/** A message from a person. */
interface WrittenMail {
  kind: 'mail'
  /** In small letters. */
  address: string
  name: string
  subject: string
  text: string
  /** The e-mail's own id, without angle brackets. */
  id: string
  at: Date | undefined
  /** Whether the receiving mail server reports that the address is forged (DMARC). */
  isForged: boolean
  /** Our message or our order that it answers. */
  repliesTo: { messageId?: string; orderId?: string } | undefined
  /** Names of attached files, which are not stored. */
  left: string[]
}

/** An e-mail received in our mailbox. `none`: needs no action. */
export type InboundMail = Bounce | WrittenMail | { kind: 'none' }

/** A decoded e-mail, as `parseMail` returns it. */
export interface ParsedMail {
  /** By name in lower case; for a repeated header, the first one. */
  headers: ReadonlyMap<string, string>
  /** All addresses in its From headers. */
  from: readonly { address: string; name: string }[]
  subject: string
  /** Its plain text, or empty. */
  text: string
  html: string
  /** Names of its attached files. */
  files: readonly string[]
  /** In a delivery report of a mail server: the fields for each recipient, and the headers of the original mail. */
  report:
    | { fields: readonly ReadonlyMap<string, string>[]; original: ReadonlyMap<string, string> | undefined }
    | undefined
}

/** Classifies an e-mail. Automatic replies are ignored: answering them would create an endless loop. */
export function readMail(mail: ParsedMail): InboundMail {
  if (mail.report) return readBounce(mail.report) ?? { kind: 'none' }
  if (isAutomatic(mail)) return { kind: 'none' }
  const [writer, ...others] = mail.from
  const address = normalizeEmail(writer?.address ?? '')
  if (!writer || others.length > 0 || !isAddress(address)) return { kind: 'none' }
  const date = new Date(mail.headers.get('date') ?? '')
  return {
    kind: 'mail',
    address,
    name: oneLine(writer.name).slice(0, 80),
    subject: oneLine(mail.subject).slice(0, 200),
    text: textOf(mail),
    id: bracketed(mail.headers.get('message-id') ?? '')[0] ?? '',
    at: date.getTime() >= 0 ? date : undefined,
    isForged: isForged(mail.headers),
    repliesTo: repliesTo(mail.headers),
    left: mail.files.map(fileName).slice(0, 10),
  }
}

function readBounce({ fields, original }: NonNullable<ParsedMail['report']>): Bounce | undefined {
  const failed = fields.find((block) => block.get('action')?.toLowerCase() === 'failed')
  const messageId = ourMessage(bracketed(original?.get('message-id') ?? ''))
  if (!failed || !messageId) return undefined
  const recipient = failed.get('original-recipient') ?? failed.get('final-recipient') ?? ''
  const code = /[245]\.\d{1,3}\.\d{1,3}/.exec(failed.get('status') ?? '')?.[0] ?? '5.0.0'
  return {
    kind: 'bounce',
    messageId,
    address: recipient
      .replace(/^[^;]*;/, '')
      .replace(/[<>]/g, '')
      .trim()
      .toLowerCase(),
    code,
  }
}

function isAutomatic({ headers }: ParsedMail): boolean {
  const submitted = headers.get('auto-submitted')?.toLowerCase() ?? 'no'
  return (
    !submitted.startsWith('no') ||
    /^(?:bulk|junk|list)$/i.test(headers.get('precedence') ?? '') ||
    headers.has('x-autoreply') ||
    headers.has('list-id') ||
    headers.get('return-path') === '<>'
  )
}

/**
 * The result of our mail server (RFC 8601), in the header that it placed before all others; the sender may have added others below
 * it. A pass is not trusted; only a failure is.
 */
function isForged(headers: ReadonlyMap<string, string>): boolean {
  return /\bdmarc\s{0,9}=\s{0,9}fail\b/i.test(headers.get('authentication-results') ?? '')
}

const addressPattern = /^[^\s\p{C}@<>,;:"()[\]\\]+@[^\s\p{C}@<>,;:"()[\]\\]+\.[^\s\p{C}@<>,;:"()[\]\\]+$/u

function isAddress(address: string): boolean {
  return address.length <= MAX_EMAIL_LENGTH && addressPattern.test(address)
}

/** The ids of our messages are '<uuid@…>'; those of the threads of our orders are '<pedido.uuid@…>'. */
function repliesTo(headers: ReadonlyMap<string, string>): WrittenMail['repliesTo'] {
  const ids = bracketed(`${headers.get('in-reply-to') ?? ''} ${headers.get('references') ?? ''}`)
  const messageId = ourMessage(ids)
  const orderId = ids.map((id) => /^pedido\.([0-9a-f-]{36})@/.exec(id)?.[1]).find((id) => id !== undefined)
  return messageId || orderId ? { ...(messageId && { messageId }), ...(orderId && { orderId }) } : undefined
}

function ourMessage(ids: readonly string[]): string | undefined {
  return ids
    .map((id) => /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/.exec(id)?.[1])
    .find((id) => id !== undefined)
}

function bracketed(text: string): string[] {
  return [...text.matchAll(/<([^<>\s\p{Cc}]{1,300})>/gu)].map(([, id = '']) => id)
}

const maxText = 10_000

/** Maximum characters of a text that are read, before quotes are removed: a mail may have millions of empty lines. */
const maxRead = 300_000

/** Marks the end of a truncated text. */
const cut = '\n[…]'

/** Returns the text without quoted messages. An e-mail with only HTML is converted to plain text. */
function textOf({ text, html }: ParsedMail): string {
  const whole = text.trim() ? text : wordsOf(html)
  const { own, quoted } = splitQuote(withoutQuote(whole.slice(0, maxRead)))
  // A quoted message of ours may have a link with a secret.
  const all = quoted ? `${own}\n\n${redactSecrets(quoted)}` : own
  const isWhole = all.length <= maxText && whole.length <= maxRead
  return isWhole ? all : all.slice(0, maxText - cut.length) + cut
}

/** Every pattern here is linear, because a stranger's mail may consist of megabytes of the same character. */
function wordsOf(html: string): string {
  return markQuotes(withoutHidden(html))
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&quot;/gi, '"')
    .replace(/&#(\d{2,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&amp;/gi, '&')
}

/** Removes the parts that no mail client displays. */
function withoutHidden(html: string): string {
  const [shown = '', ...rest] = html.split(/<(?:style|script|head)\b/i)
  const after = rest.map((part) => {
    const end = /<\/(?:style|script|head)\s*>/i.exec(part)
    return end ? part.slice(end.index + end[0].length) : ''
  })
  return [shown, ...after].join('')
}

/** Marks the lines of quoted HTML as those of quoted text are. */
function markQuotes(html: string): string {
  let depth = 0
  return html
    .split(/(<\/?blockquote\b[^<>]*>)/i)
    .map((part, at) => {
      if (at % 2 === 1) {
        depth = Math.max(0, depth + (part.startsWith('</') ? -1 : 1))
        return '<br>'
      }
      if (depth === 0) return part
      return `&gt; ${part.replace(/[\r\n]+/g, ' ').replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, '$&&gt; ')}`
    })
    .join('')
}

/**
 * Returns a person's own words: a person may also write between the lines that a mail client marked as quoted, and below them. A quoted
 * message without such marks remains, because nothing shows what in it is an answer (`splitQuote`).
 */
function withoutQuote(text: string): string {
  const lines = text.split(/\r?\n/)
  const isQuoted = (at: number) => lines[at]?.startsWith('>') === true
  const own: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const skipped = isQuoted(at) ? 1 : introductionAt(lines, at) || signatureAt(lines, at)
    if (skipped === 0) own.push((lines[at] ?? '').trimEnd())
    // Where something was left out, one paragraph ends.
    else own.push('')
    at += Math.max(0, skipped - 1)
  }
  const kept = printable(own.join('\n')).trim()
  return (kept || printable(lines.map((line) => line.trimEnd()).join('\n')).trim()).replace(/\n{3,}/g, '\n\n')
}

/** Returns the number of lines with which a mail client introduces the quote that follows; 0 for other lines. */
function introductionAt(lines: readonly string[], at: number): number {
  const count = attributionAt(lines, at)
  if (count === 0) return 0
  const after = lines.slice(at + count, at + count + 6).find((line) => line.trim() !== '')
  return after?.startsWith('>') ? count : 0
}

/** 'Em seg., 23 de nov. de 2026 às 08:00, Loja <contato@loja.br> escreveu:', which mail clients wrap. @returns the number of lines */
function attributionAt(lines: readonly string[], at: number): number {
  if (!/^\s{0,9}(?:Em|On) /.test(lines[at] ?? '')) return 0
  for (const count of [1, 2, 3]) {
    const last = (lines[at + count - 1] ?? '').slice(-200).trimEnd()
    if (last === '') return 0
    if (/(?:^|\s)(?:escreveu|wrote):$/.test(last)) return count
  }
  return 0
}

/** A signature is short; a longer text below the mark is the person's own. */
const maxSignature = 8

/**
 * Returns the number of lines of a signature with its mark (RFC 3676, 4.3), which ends the text or precedes a quote; 0 for
 * none.
 */
function signatureAt(lines: readonly string[], at: number): number {
  if (lines[at] !== '-- ') return 0
  for (let count = 1; count <= maxSignature + 1; count++) {
    const line = lines[at + count]
    if (line === undefined || line.startsWith('>') || attributionAt(lines, at + count) > 0) return count
  }
  return 0
}

/** Lines with which mail clients begin a quoted message without marking its lines. */
const quoteBegins =
  /^(?:-{2,}\s{0,9}(?:Mensagem original|Mensagem encaminhada|Original Message|Forwarded message).*|_{10,}|(?:De|From): .+@.+)$/i

/**
 * Splits the text of an e-mail into its own text and a quoted message whose lines are not marked; answers may be between the
 * quoted lines. `quoted` is empty when nothing is quoted, or everything is.
 */
export function splitQuote(text: string): { own: string; quoted: string } {
  const lines = text.split('\n')
  const at = lines.findIndex((line, index) => quoteBegins.test(line) || attributionAt(lines, index) > 0)
  const own = lines.slice(0, Math.max(0, at)).join('\n').trim()
  return own === '' ? { own: text, quoted: '' } : { own, quoted: lines.slice(at).join('\n').trim() }
}

function fileName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}/\\]/gu, '').slice(0, 100) || 'arquivo'
}
