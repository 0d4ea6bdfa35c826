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
 * The source of a pattern for eleven digits in the groups of a CPF, also in full width, with up to three other signs between
 * the groups: a dash that a phone or a text editor inserts instead of a hyphen, a non-breaking space, an invisible
 * character.
 */
export const WRITTEN_CPF =
  '(?<![\\d０-９])(?:[\\d０-９]{3}[^\\p{L}\\p{N}]{0,3}){3}[\\d０-９]{2}(?![\\d０-９])'

/** Whether what `WRITTEN_CPF` found has the check digits of a CPF. */
export function isWrittenCpf(found: string): boolean {
  return isCpf(digitsOf(found.normalize('NFKC')))
}

/** Whether a text contains a CPF, written in any of the usual ways. */
export function namesCpf(text: string): boolean {
  return (text.match(new RegExp(WRITTEN_CPF, 'gu')) ?? []).some(isWrittenCpf)
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
