import { applyPattern, digitsOf } from './text.ts'

/** Whether a text, punctuated or not, has the eight digits of a postal code. All zeros are refused. */
export function isCep(text: string): boolean {
  if (!/^[\d.\-\s]*$/.test(text)) return false
  const digits = digitsOf(text)
  return digits.length === 8 && !/^0+$/.test(digits)
}

/** The digits alone, as a CEP is stored. */
export function normalizeCep(text: string): string {
  return digitsOf(text)
}

/** '88010000' → '88010-000'. */
export function formatCep(text: string): string {
  return applyPattern(digitsOf(text), '00000-000')
}

/** Progressive mask for what has been typed so far, at most 9 characters. */
export function maskCep(text: string): string {
  return formatCep(text)
}
