import { applyPattern, digitsOf } from './text.ts'

/** The 67 area codes (DDD) in use. */
export const AREA_CODES: ReadonlySet<string> = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 ' +
    '51 53 54 55 61 62 63 64 65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
)

export type PhoneKind = 'mobile' | 'landline'

/** Mobile (9 and eight digits) or landline (first digit 2 to 5), with a known area code; else undefined. */
export function phoneKind(text: string): PhoneKind | undefined {
  if (!/^[\d\s()+.-]*$/.test(text)) return undefined
  const digits = nationalDigits(text)
  if (!AREA_CODES.has(digits.slice(0, 2))) return undefined
  if (/^\d{2}9\d{8}$/.test(digits)) return 'mobile'
  return /^\d{2}[2-5]\d{7}$/.test(digits) ? 'landline' : undefined
}

export function isPhone(text: string): boolean {
  return phoneKind(text) !== undefined
}

export function isMobilePhone(text: string): boolean {
  return phoneKind(text) === 'mobile'
}

/** '(48) 99999-1234' → '+5548999991234' (E.164, as it is stored); undefined for any other text. */
export function normalizePhone(text: string): string | undefined {
  return isPhone(text) ? `+55${nationalDigits(text)}` : undefined
}

/** '+5548999991234' → '(48) 99999-1234'. */
export function formatPhone(text: string): string {
  const digits = nationalDigits(text)
  return applyPattern(digits, digits.length > 10 ? '(00) 00000-0000' : '(00) 0000-0000')
}

/**
 * Progressive mask for what has been typed so far, at most 16 characters. A number with a + is left unchanged until digits follow its
 * country code. 55 and ten more digits stay without punctuation: the next digit tells the country code from the area code.
 */
export function maskPhone(text: string): string {
  const digits = digitsOf(text)
  if (text.trimStart().startsWith('+') && !/^55\d/.test(digits)) return `+${digits.slice(0, LONGEST_E164)}`
  return hasCountryCode(text) || digits.length !== 12 || !digits.startsWith('55') ? formatPhone(text) : digits
}

/**
 * Area code and number. 55 is also an area code: without a + or 00 before it, it is the country code only when the number is too long
 * with it. A leading zero is the former trunk prefix.
 */
export function nationalDigits(text: string): string {
  const digits = digitsOf(text).replace(/^0+/, '')
  const international = hasCountryCode(text) || (digits.length > 11 && digits.startsWith('55'))
  return international ? digits.slice(2).replace(/^0+/, '') : digits
}

const LONGEST_E164 = 15

function hasCountryCode(text: string): boolean {
  return /^\s*(\+|00)\D*55/.test(text)
}

/** '+5548999991234' → '(48) •••••-1234': its owner recognizes it, others cannot use it. */
export function concealPhone(text: string): string {
  const digits = nationalDigits(text)
  return `(${digits.slice(0, 2)}) ${'•'.repeat(Math.max(0, digits.length - 6))}-${digits.slice(-4)}`
}
