import { applyPattern, digitsOf } from './text.ts'

const PATTERN = '000.000.000-00'

/** Whether a text, punctuated or not, is a CPF with valid check digits. A single repeated digit is refused. */
export function isCpf(text: string): boolean {
  if (!/^[\d.\-\s]*$/.test(text)) return false
  const digits = digitsOf(text)
  if (digits.length !== 11 || /^(\d)\1*$/.test(digits)) return false
  return digits.endsWith(checkDigits(digits.slice(0, 9)))
}

/**
 * Whether a text contains eleven digits with the check digits of a CPF, written in any of the usual ways: also with the dash that a phone
 * or a text editor puts in the place of a hyphen, with a space that does not break, and in full width.
 */
export function namesCpf(text: string): boolean {
  const found = text.normalize('NFKC').matchAll(/(?<!\d)(?:\d{3}[\s./\p{Pd}]?){3}\d{2}(?!\d)/gu)
  return [...found].some(([written]) => isCpf(digitsOf(written)))
}

/** The digits alone, as a CPF is stored. */
export function normalizeCpf(text: string): string {
  return digitsOf(text)
}

/** '52998224725' → '529.982.247-25'. */
export function formatCpf(text: string): string {
  return applyPattern(digitsOf(text), PATTERN)
}

/** Progressive mask for what has been typed so far, at most 14 characters. */
export function maskCpf(text: string): string {
  return formatCpf(text)
}

/** '52998224725' → '***.982.247-**': its holder can recognise it, others cannot use it. */
export function concealCpf(text: string): string {
  const digits = digitsOf(text)
  return `***.${digits.slice(3, 6)}.${digits.slice(6, 9)}-**`
}

/** The two check digits of nine digits. */
export function checkDigits(base: string): string {
  const first = checkDigit(base)
  return first + checkDigit(base + first)
}

function checkDigit(base: string): string {
  const weighted = [...base].reduce(
    (total, digit, index) => total + Number(digit) * (base.length + 1 - index),
    0,
  )
  return String(((weighted * 10) % 11) % 10)
}
