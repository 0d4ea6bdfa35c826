import { crc16 } from '../../src/core/br-code.ts'
import { type Centavos, toDecimal } from '../../src/core/money.ts'
import { foldToAscii } from '../../src/core/text.ts'

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
  const account = field('00', 'br.gov.bcb.pix') + field('key' in input ? '01' : '25', target)
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

function plain(name: string, length: number): string {
  const folded = foldToAscii(name)
  if (folded === '') throw new RangeError('a name needs letters that ASCII has')
  return folded.slice(0, length).trim()
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value
}
