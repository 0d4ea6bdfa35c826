import { type Centavos, fromDecimal, toDecimal } from './money.ts'
import { type Outcome, ok, refuse } from './outcome.ts'
import { foldToAscii } from './text.ts'

/** The contents of a Pix "copia e cola" code. `amount` in centavos; the placeholder txid '***' is left out. */
export type BrCode = {
  key?: string
  /** Location of a dynamic code's charge, without the scheme. */
  url?: string
  description?: string
  amount?: Centavos
  merchantName: string
  city: string
  txid?: string
}

export type BrCodeRefusal = 'malformed' | 'bad_checksum'

const PIX = 'br.gov.bcb.pix'

/**
 * Writes a BR Code (EMV text and CRC) for a key, or for the URL of a dynamic charge. Names are folded
 * to ASCII and cut to 25 and 15 characters; a description gets the room the key leaves. Throws on a
 * key or URL that is not 1 to 77 characters of ASCII, on a txid that is not 1 to 25 letters and digits, on an amount of
 * zero or above 13 characters, and on a name without any character of ASCII: readers refuse such codes.
 */
export function buildBrCode(
  input: { merchantName: string; city: string; amount?: Centavos; txid?: string; description?: string } & (
    | { key: string }
    | { url: string }
  ),
): string {
  const target = 'key' in input ? input.key : input.url
  if (!/^[\x21-\x7e]{1,77}$/.test(target))
    throw new RangeError('a key or URL has 1 to 77 characters of ASCII')
  if (input.txid !== undefined && !/^[0-9A-Za-z]{1,25}$/.test(input.txid)) throw new RangeError('bad txid')
  const amount = input.amount === undefined ? undefined : toDecimal(input.amount)
  if (amount === '0.00' || (amount && amount.length > 13)) throw new RangeError('bad amount')
  const account = field('00', PIX) + field('key' in input ? '01' : '25', target)
  const description = foldToAscii(input.description ?? '').slice(0, Math.max(0, 99 - account.length - 4))
  const unsigned = [
    field('00', '01'),
    field('26', account + (description && field('02', description))),
    field('52', '0000'),
    field('53', '986'),
    amount === undefined ? '' : field('54', amount),
    field('58', 'BR'),
    field('59', plain(input.merchantName, 25)),
    field('60', plain(input.city, 15)),
    field('62', field('05', input.txid ?? '***')),
    '6304',
  ].join('')
  return unsigned + crc16(unsigned)
}

/** Parses a BR Code. Verifies the checksum first: the fields of a corrupted code are meaningless. */
export function parseBrCode(text: string): Outcome<BrCode, BrCodeRefusal> {
  const code = text.trim()
  if (!/^000201.*6304[0-9A-Fa-f]{4}$/.test(code)) return refuse('malformed', 'frame')
  if (crc16(code.slice(0, -4)) !== code.slice(-4).toUpperCase()) return refuse('bad_checksum')
  const fields = readFields(code)
  const account = findPixAccount(fields)
  const merchantName = fields?.get('59')
  const city = fields?.get('60')
  if (!fields || !account || !merchantName || !city) return refuse('malformed', 'fields')
  if (fields.get('53') !== '986' || fields.get('58') !== 'BR')
    return refuse('malformed', 'currency or country')
  const amountText = fields.get('54')
  const amount = amountText === undefined ? undefined : fromDecimal(amountText)
  if (amountText !== undefined && amount === undefined) return refuse('malformed', 'amount')
  const key = account.get('01')
  const url = account.get('25')
  if (!key && !url) return refuse('malformed', 'neither key nor URL')
  const description = account.get('02')
  const txid = readFields(fields.get('62') ?? '')?.get('05')
  return ok({
    merchantName,
    city,
    ...(key && { key }),
    ...(url && { url }),
    ...(description && { description }),
    ...(amount !== undefined && { amount }),
    ...(txid && txid !== '***' && { txid }),
  })
}

/**
 * Checks a provider's code before it is shown: well formed, valid checksum, and for exactly `amount`
 * centavos. A static code without an amount is refused too, because the payer would choose it. A dynamic
 * code may leave the amount to its URL, as charges with a due date do.
 */
export function verifyBrCode(input: {
  code: string
  amount: Centavos
}): Outcome<BrCode, BrCodeRefusal | 'wrong_amount'> {
  const parsed = parseBrCode(input.code)
  if (!parsed.ok) return parsed
  const { amount, url } = parsed.value
  if (amount === input.amount || (amount === undefined && url !== undefined)) return parsed
  return refuse('wrong_amount', `${amount ?? 'none'}`)
}

/** CRC-16 of the BR Code: polynomial 1021, initial FFFF, no reflection, upper-case hex. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

function plain(name: string, length: number): string {
  const folded = foldToAscii(name)
  if (folded === '') throw new RangeError('a name needs letters that ASCII has')
  return folded.slice(0, length).trim()
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value
}

/** Parses consecutive id-length-value fields; undefined when they do not fill the text exactly. */
function readFields(text: string): Map<string, string> | undefined {
  const fields = new Map<string, string>()
  let at = 0
  while (at < text.length) {
    const head = /^(\d{2})(\d{2})$/.exec(text.slice(at, at + 4))
    if (!head) return undefined
    const [, id = '', length = ''] = head
    const end = at + 4 + Number(length)
    if (end > text.length || fields.has(id)) return undefined
    fields.set(id, text.slice(at + 4, end))
    at = end
  }
  return fields
}

/** The PIX account information may be in any of the fields 26 to 51. */
function findPixAccount(fields: Map<string, string> | undefined): Map<string, string> | undefined {
  for (const [id, value] of fields ?? []) {
    if (id < '26' || id > '51') continue
    const account = readFields(value)
    if (account?.get('00')?.toLowerCase() === PIX) return account
  }
  return undefined
}
