import { parseBrCode } from '../../../core/br-code.ts'
import { isCnpj } from '../../../core/cnpj.ts'
import { isCpf } from '../../../core/cpf.ts'
import { normalizePhone } from '../../../core/phone.ts'
import { digitsOf } from '../../../core/text.ts'
import { readSite, type Site } from './site.ts'

/** An item that a person received, classified by its form. */
export type ReceivedItem =
  | ({ kind: 'site' } & Site)
  /** Lower case. `disguised`: written with characters that only look like these. */
  | { kind: 'email'; address: string; disguised: boolean }
  /** E.164 for a Brazilian number, otherwise the digits. */
  | { kind: 'phone'; number: string }
  /** 14 characters, without punctuation. */
  | { kind: 'cnpj'; number: string }
  | { kind: 'cpf'; number: string }
  | { kind: 'random_key'; key: string }
  /** Without the @, lower case. */
  | { kind: 'instagram'; name: string }
  | { kind: 'pix_code'; code: string; read: CodeContents | undefined }
  | { kind: 'unreadable' }

/** Contents stated in a Pix code. `amount` in centavos. */
export interface CodeContents {
  receiver: string
  key?: string
  amount?: number
}

/**
 * Length from which a text is not examined: a Pix code has up to 512 characters, a link to a payment page somewhat more. A browser cuts
 * a longer one to this length, and its end may be another address.
 */
export const MAX_RECEIVED_LENGTH = 2_000

/** Classifies a pasted text. Never throws, whatever the text. */
export function readReceivedItem(text: string): ReceivedItem {
  if (text.length >= MAX_RECEIVED_LENGTH) return { kind: 'unreadable' }
  const pasted = text.trim()
  return readCode(pasted) ?? readOthers(pasted)
}

/** A code keeps its spaces, which its length fields count, but not the line breaks of the message that contained it. */
function readCode(pasted: string): ReceivedItem | undefined {
  const line = pasted.replace(/[\r\n\t]/g, '')
  const start = line.indexOf('000201')
  if (start !== 0 && !/br\.gov\.bcb\.pix/i.test(line)) return undefined
  const before = line.slice(0, Math.max(0, start))
  if (mayHoldAnother(before)) return { kind: 'unreadable' }
  const code = line.slice(before.length).trim()
  const parsed = parseBrCode(code)
  if (!parsed.ok) return { kind: 'pix_code', code, read: undefined }
  const { merchantName: receiver, key, amount } = parsed.value
  return {
    kind: 'pix_code',
    code,
    read: { receiver, ...(key && { key }), ...(amount !== undefined && { amount }) },
  }
}

function readOthers(pasted: string): ReceivedItem {
  if (hasSeveral(pasted)) return { kind: 'unreadable' }
  const plain = visible(pasted)
  const text = bare(plain.trim())
  const compact = text.replace(/\s+/g, '')
  return (
    readDocument(compact) ??
    readPhone(text) ??
    (isLinkWithMore(text) ? undefined : readLink(compact, pasted)) ?? { kind: 'unreadable' }
  )
}

const readLink = (compact: string, pasted: string) =>
  readChat(compact) ?? readInstagram(compact) ?? readEmail(compact, pasted) ?? readAddress(compact, pasted)

const visible = (text: string) => text.normalize('NFKC').replace(/[\p{Cf}\p{Cc}]/gu, '')

/** Removes the punctuation that a sentence leaves around an address. Looks for its end from the beginning of a run only, to stay linear. */
function bare(text: string): string {
  return text.replace(/^["'“”‘’<([]+|(?<!["'“”‘’>)\],;:!?])["'“”‘’>)\],;:!?]+$/g, '')
}

/** Whether another address follows the first: a verdict about one would seem to be about both. */
function hasSeveral(pasted: string): boolean {
  const [, ...others] = wordsOf(pasted)
  return others.some(isAddress)
}

const wordsOf = (text: string) => text.split(/\s+/).map((one) => bare(visible(one)))

const isAddress = (word: string) =>
  /^[^.。].*[.。]\p{L}/u.test(word) && (readSite(word, word) ?? readEmail(word, word)) !== undefined

/** Whether the text before a code has an address, or a number that may be a key: the verdict would be about the code only. */
function mayHoldAnother(before: string): boolean {
  return before.includes('://') || digitsOf(before).length >= 8 || wordsOf(before).some(isAddress)
}

/**
 * Whether a link is written together with something else, such as a key to pay to: its path has spaces, or signs that no address may have
 * (RFC 3986) and at which programs that show messages end a link.
 */
function isLinkWithMore(text: string): boolean {
  const address = text.replace(/^https?:[\\/]*/i, '')
  return /[\\/?#]/.test(address) && /[\s"<>^`{|}]/.test(address)
}

function readDocument(text: string): ReceivedItem | undefined {
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    return { kind: 'random_key', key: text.toLowerCase() }
  if (/^\d{3}\.\d{3}\.\d{3}-\d{2}$/.test(text) || (isCpf(text) && normalizePhone(text) === undefined))
    return { kind: 'cpf', number: digitsOf(text) }
  if (isCnpj(text)) return { kind: 'cnpj', number: text.replace(/[^0-9a-z]/gi, '').toUpperCase() }
  return undefined
}

/** In a link that starts a chat. */
function readChat(text: string): ReceivedItem | undefined {
  const number = chatNumber(text)
  return number === undefined ? undefined : readPhone(number)
}

/** As written, or in a link that starts a call. */
function readPhone(text: string): ReceivedItem | undefined {
  const number = text.replace(/^tel:/i, '')
  if (!/^\+?[\d\s().-]+$/.test(number) || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(number)) return undefined
  const digits = digitsOf(number)
  if (digits.length < 8 || digits.length > 15) return undefined
  return { kind: 'phone', number: normalizePhone(number) ?? `+${digits}` }
}

/** The number in a chat link, parsed as a browser parses the link. Undefined when the link has none or several. */
function chatNumber(text: string): string | undefined {
  const address = /^https?:/i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { host, pathname, searchParams } = new URL(address)
  const isSend = /^(?:api|web)\.whatsapp\.com$/.test(host) && /^\/send\/?$/.test(pathname)
  const ofSend = isSend ? searchParams.getAll('phone') : []
  const [number = '', ...more] = host === 'wa.me' ? [pathname.replace(/^\/|\/$/g, '')] : ofSend
  return more.length === 0 && /^\+?\d{8,15}$/.test(number.trim()) ? number.trim() : undefined
}

function readInstagram(text: string): ReceivedItem | undefined {
  const name =
    /^(?:https?:\/\/)?(?:www\.)?instagram\.com\/([\w.]{1,30})\/?(?:[?#].*)?$/i.exec(text)?.[1] ??
    /^@([\w.]{1,30})$/.exec(text)?.[1]
  return name === undefined ? undefined : { kind: 'instagram', name: name.toLowerCase() }
}

function readEmail(text: string, pasted: string): ReceivedItem | undefined {
  const address = text.replace(/^mailto:/i, '').replace(/\.$/, '')
  if (!/^[^\s@/\\:]+@[^\s@/\\:]+\.[^\s@/\\:]+$/.test(address)) return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what is not printable ASCII
  return { kind: 'email', address: address.toLowerCase(), disguised: /[^\x00-\x7f]/.test(pasted) }
}

function readAddress(text: string, pasted: string): ReceivedItem | undefined {
  const site = readSite(text, pasted)
  return site && { kind: 'site', ...site }
}
