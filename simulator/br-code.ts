export type BrCodeInput = {
  /** A dynamic code may omit it: the response at its location contains the amount. */
  amountCentavos?: number
  name: string
  city: string
} & (
  | {
      /** Pix key, at most 77 characters. */
      key: string
      /** 1 to 25 letters and digits. */
      txid: string
    }
  | {
      /** Location of a dynamic code's charge, without the scheme; at most 77 characters. */
      url: string
    }
)

/**
 * Returns the text of a Pix QR code (EMV TLV, CRC16 at the end). Throws on a key, location or txid that exceeds the limits of the
 * standard: only these simulators call it, so that would be a bug.
 */
export function brCode({ amountCentavos, name, city, ...target }: BrCodeInput): string {
  const [targetTag, value, txid] =
    'key' in target ? ['01', target.key, target.txid] : ['25', target.url, '***']
  if (value.length < 1 || value.length > 77) throw new RangeError('a pix key has 1 to 77 characters')
  if (!/^(?:[A-Za-z0-9]{1,25}|\*{3})$/.test(txid))
    throw new RangeError('a txid has 1 to 25 letters and digits')
  const text = [
    tag('00', '01'),
    tag('26', tag('00', 'br.gov.bcb.pix') + tag(targetTag, value)),
    tag('52', '0000'),
    tag('53', '986'),
    amountCentavos === undefined ? '' : tag('54', (amountCentavos / 100).toFixed(2)),
    tag('58', 'BR'),
    tag('59', plain(name, 25)),
    tag('60', plain(city, 15)),
    tag('62', tag('05', txid)),
    '6304',
  ].join('')
  return text + crc16(text)
}

/** Returns the CRC-16 with polynomial 1021, initial value FFFF, no reflection, as four upper-case hex digits. */
export function crc16(text: string): string {
  let crc = 0xffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}

const tag = (id: string, value: string) => id + String(value.length).padStart(2, '0') + value

/** Converts the text to ASCII and truncates it. A field is never empty. */
function plain(text: string, length: number): string {
  const ascii = text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
  if (ascii === '') throw new RangeError('a name needs letters that ASCII has')
  return ascii.slice(0, length).trim()
}
