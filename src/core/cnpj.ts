import { applyPattern } from './text.ts'

const PATTERN = '00.000.000/0000-00'
const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]

/**
 * Whether a text, punctuated or not, is a CNPJ with valid check digits. Alphanumeric since July 2026:
 * twelve digits or letters, then two digits. A single repeated character is refused.
 */
export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Za-z./\-\s]*$/.test(text)) return false
  const cnpj = normalizeCnpj(text)
  if (!/^[0-9A-Z]{12}\d{2}$/.test(cnpj) || /^(.)\1*$/.test(cnpj)) return false
  return cnpj.endsWith(cnpjCheckDigits(cnpj.slice(0, 12)))
}

/** Digits and upper-case letters alone, as a CNPJ is stored. */
export function normalizeCnpj(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '')
}

/** '12ABC34501DE35' → '12.ABC.345/01DE-35'. */
export function formatCnpj(text: string): string {
  return applyPattern(normalizeCnpj(text), PATTERN)
}

/** Progressive mask for what has been typed so far, at most 18 characters. */
export function maskCnpj(text: string): string {
  return formatCnpj(text)
}

/** The two check digits of the first twelve characters, upper case. */
export function cnpjCheckDigits(base: string): string {
  const first = checkDigit(base)
  return first + checkDigit(base + first)
}

/** A character's value is its ASCII code minus 48, so that digits keep their own value. */
function checkDigit(base: string): string {
  const weights = WEIGHTS.slice(WEIGHTS.length - base.length)
  const weighted = weights.reduce((total, weight, index) => total + weight * (base.charCodeAt(index) - 48), 0)
  const rest = weighted % 11
  return String(rest < 2 ? 0 : 11 - rest)
}
