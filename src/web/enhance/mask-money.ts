import { formatBRL } from '../../core/money.ts'
import { digitsOf } from '../../core/text.ts'

/** Formats typed digits as an amount: '249990' → 'R$ 2.499,90'. Digits fill from the right, centavos first. */
export function maskMoney(text: string): string {
  const digits = digitsOf(text).replace(/^0+/, '').slice(0, 13)
  return digits === '' ? '' : formatBRL(Number(digits))
}
