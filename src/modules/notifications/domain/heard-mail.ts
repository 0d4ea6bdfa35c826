import { type MailPart, readHeaders, readMime } from './mime.ts'

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
  /** Our message or our order that it answers. */
  repliesTo: { messageId?: string; orderId?: string } | undefined
  /** Names of attached files, which are not kept. */
  left: string[]
}

/** What a mailbox of ours was sent. `none`: nothing that asks for anything. */
export type HeardMail = Bounce | WrittenMail | { kind: 'none' }

/** Reads an e-mail as it came. Machines that answer by themselves are left out: an answer to them would never end. */
export function readMail(bytes: Uint8Array): HeardMail {
  const mail = readMime(bytes)
  const report = find(mail, ({ type }) => type === 'message/delivery-status')
  if (report) return readBounce(mail, report) ?? { kind: 'none' }
  if (isAutomatic(mail)) return { kind: 'none' }
  const [address, name] = readAddress(mail.headers.get('from') ?? '')
  if (!address) return { kind: 'none' }
  const date = new Date(mail.headers.get('date') ?? '')
  return {
    kind: 'mail',
    ...{ address, name },
    subject: oneLine(mail.headers.get('subject') ?? '').slice(0, 200),
    text: textOf(mail),
    id: bracketed(mail.headers.get('message-id') ?? '')[0] ?? '',
    at: Number.isNaN(date.getTime()) ? undefined : date,
    repliesTo: repliesTo(mail.headers),
    left: attached(mail).slice(0, 10),
  }
}

function readBounce(mail: MailPart, { text }: MailPart): Bounce | undefined {
  const blocks = text
    .trim()
    .split(/\n\s*\n/)
    .map(readHeaders)
  const failed = blocks.find((block) => block.get('action')?.toLowerCase() === 'failed')
  const original =
    find(mail, ({ type }) => type === 'text/rfc822-headers')?.text ??
    headOf(find(mail, ({ type }) => type === 'message/rfc822')?.parts[0])
  const messageId = original && ourMessage(bracketed(readHeaders(original).get('message-id') ?? ''))
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

function headOf(part: MailPart | undefined): string | undefined {
  return part && [...part.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
}

function isAutomatic({ headers }: MailPart): boolean {
  const submitted = headers.get('auto-submitted')?.toLowerCase() ?? 'no'
  return (
    !submitted.startsWith('no') ||
    /^(?:bulk|junk|list)$/i.test(headers.get('precedence') ?? '') ||
    headers.has('x-autoreply') ||
    headers.has('list-id') ||
    headers.get('return-path') === '<>'
  )
}

const addressPattern = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+\.[^\s@<>,;:"()[\]\\]+$/

/** 'Ana <Ana@exemplo.com.br>' → ['ana@exemplo.com.br', 'Ana']; no address where there is not exactly one. */
function readAddress(from: string): [address: string, name: string] {
  const found = /^(.*)<([^<>]*)>\s*$/.exec(from)
  const address = (found?.[2] ?? from).trim().toLowerCase()
  const name = oneLine((found?.[1] ?? '').replaceAll('"', '')).slice(0, 80)
  return addressPattern.test(address) && address.length <= 254 ? [address, name] : ['', '']
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
  return [...text.matchAll(/<([^<>\s]{1,300})>/g)].map(([, id = '']) => id)
}

const maxText = 10_000

/** What was written, without what it quotes. An e-mail of HTML alone becomes its words. */
function textOf(mail: MailPart): string {
  const plain = find(mail, ({ type, fileName }) => type === 'text/plain' && fileName === undefined)
  const html = find(mail, ({ type, fileName }) => type === 'text/html' && fileName === undefined)
  const said = plain?.text.trim() ? plain.text : html ? wordsOf(html.text) : ''
  return withoutQuote(said).slice(0, maxText)
}

function wordsOf(html: string): string {
  return html
    .replace(/<(style|script|head)\b[\s\S]*?<\/\1\s*>/gi, '')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&lt;/gi, '<')
    .replace(/&gt;/gi, '>')
    .replace(/&quot;/gi, '"')
    .replace(/&#(\d{2,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(/&amp;/gi, '&')
}

/** Where programs begin to repeat what is answered. */
const quoteBegins =
  /^(?:>.*|Em .{4,200} escreveu:|On .{4,200} wrote:|-{2,}\s*(?:Mensagem original|Original Message).*|_{10,}|De: .+@.+)$/m

function withoutQuote(text: string): string {
  const lines = text.replace(/[^\S\n]+\n/g, '\n')
  const at = quoteBegins.exec(lines)?.index ?? lines.length
  const own = lines
    .slice(0, at)
    .replace(/\n--\n[\s\S]*$/, '')
    .trim()
  return (own || lines.trim()).replace(/\n{3,}/g, '\n\n').replace(/[^\P{Cc}\n\t]/gu, '')
}

function attached(part: MailPart): string[] {
  return [...(part.fileName === undefined ? [] : [part.fileName]), ...part.parts.flatMap(attached)]
}

function find(part: MailPart, is: (part: MailPart) => boolean): MailPart | undefined {
  if (is(part)) return part
  for (const inner of part.parts) {
    const found = find(inner, is)
    if (found) return found
  }
  return undefined
}

function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
