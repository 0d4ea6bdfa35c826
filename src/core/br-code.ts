import { type Centavos, fromDecimal } from './money.ts'
import { type Outcome, ok, refuse } from './outcome.ts'

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
