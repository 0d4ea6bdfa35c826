import { oneLine, printable } from '../../../core/text.ts'

/** A mail server says that a message of ours could not be delivered, or not yet (RFC 3464). */
export interface Bounce {
  kind: 'bounce'
  /** The id of our message. */
  messageId: string
  /** To whom it was, in small letters; empty where the report does not say. */
  address: string
  /** As RFC 3463 writes it: '5.1.1'. */
  code: string
}

/** Somebody wrote. */
interface WrittenMail {
  kind: 'mail'
  /** In small letters. */
  address: string
  name: string
  subject: string
  text: string
  /** Of its own, without angle brackets. */
  id: string
  at: Date | undefined
  /** Whether the mail server that took it says that the address is forged (DMARC). */
  isForged: boolean
  /** Our message or our order that it answers. */
  repliesTo: { messageId?: string; orderId?: string } | undefined
  /** Names of attached files, which are not kept. */
  left: string[]
}

/** What a mailbox of ours was sent. `none`: nothing that asks for anything. */
export type InboundMail = Bounce | WrittenMail | { kind: 'none' }

/** An e-mail whose encodings are undone, as `parseMail` gives it. */
export interface ParsedMail {
  /** By name in small letters; of one that is repeated, the first. */
  headers: ReadonlyMap<string, string>
  /** Everybody it says that it is from. */
  from: readonly { address: string; name: string }[]
  subject: string
  /** What it says as plain text, or nothing. */
  text: string
  html: string
  /** Names of its attached files. */
  files: readonly string[]
  /** Of a mail server's report: its fields for each recipient, and the headers of the mail that it is about. */
  report:
    | { fields: readonly ReadonlyMap<string, string>[]; original: ReadonlyMap<string, string> | undefined }
    | undefined
}

/** What an e-mail is for us. Machines that answer by themselves are left out: an answer to them would never end. */
export function readMail(mail: ParsedMail): InboundMail {
  if (mail.report) return readBounce(mail.report) ?? { kind: 'none' }
  if (isAutomatic(mail)) return { kind: 'none' }
  const [writer, ...others] = mail.from
  const address = writer?.address.trim().toLowerCase() ?? ''
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
 * What our mail server found (RFC 8601), in the header that it put before all others; the writer may have sent some below it. That it
 * passed is not believed, only that it failed.
 */
function isForged(headers: ReadonlyMap<string, string>): boolean {
  return /\bdmarc\s{0,9}=\s{0,9}fail\b/i.test(headers.get('authentication-results') ?? '')
}

const addressPattern = /^[^\s\p{C}@<>,;:"()[\]\\]+@[^\s\p{C}@<>,;:"()[\]\\]+\.[^\s\p{C}@<>,;:"()[\]\\]+$/u

function isAddress(address: string): boolean {
  return addressPattern.test(address) && address.length <= 254
}

/** Our messages are '<uuid@…>', our orders the threads '<pedido.uuid@…>'. */
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

/** What was written, without what it quotes. An e-mail of HTML alone becomes its words. */
function textOf({ text, html }: ParsedMail): string {
  return withoutQuote(text.trim() ? text : wordsOf(html)).slice(0, maxText)
}

/** Every pattern here is linear: a stranger's mail may be megabytes of the same sign. */
function wordsOf(html: string): string {
  return withoutHidden(html)
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&quot;/gi, '"')
    .replace(/&#(\d{2,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&amp;/gi, '&')
}

/** Without what no program shows. */
function withoutHidden(html: string): string {
  const [shown = '', ...rest] = html.split(/<(?:style|script|head)\b/i)
  const after = rest.map((part) => {
    const end = /<\/(?:style|script|head)\s*>/i.exec(part)
    return end ? part.slice(end.index + end[0].length) : ''
  })
  return [shown, ...after].join('')
}

/** Where programs begin to repeat what is answered. */
const quoteBegins =
  /^(?:>.*|Em .{4,200} escreveu:|On .{4,200} wrote:|-{2,}\s*(?:Mensagem original|Original Message).*|_{10,}|De: .+@.+)$/m

function withoutQuote(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
  const at = quoteBegins.exec(lines)?.index ?? lines.length
  const own = lines
    .slice(0, at)
    .replace(/\n--\n[\s\S]*$/, '')
    .trim()
  return printable((own || lines.trim()).replace(/\n{3,}/g, '\n\n'))
}

function fileName(name: string): string {
  return name.replace(/[\p{Cc}\p{Cf}/\\]/gu, '').slice(0, 100) || 'arquivo'
}
