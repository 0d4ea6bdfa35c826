/** Checks a CPF: eleven digits with valid check digits, not all the same. Punctuation is refused, as the provider does. */
export function isCpf(text: string): boolean {
  if (!/^\d{11}$/.test(text) || isOneCharacter(text)) return false
  return text.endsWith(cpfDigit(text.slice(0, 9)) + cpfDigit(text.slice(0, 10)))
}

/**
 * Checks a CNPJ: fourteen characters, alphanumeric since July 2026 (`[0-9A-Z]{12}\d{2}`), upper case, with valid check digits.
 */
export function isCnpj(text: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(text) || isOneCharacter(text)) return false
  return text.endsWith(cnpjDigit(text.slice(0, 12)) + cnpjDigit(text.slice(0, 13)))
}

const isOneCharacter = (text: string) => new Set(text).size === 1

function cpfDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (digits.length + 1 - at), 0)
  return String(((sum * 10) % 11) % 10)
}

/** Computes a check digit. Weights are 2…9 from the right and repeat; the value of a character is its ASCII code less 48. */
function cnpjDigit(base: string): string {
  const sum = [...base]
    .reverse()
    .reduce((total, character, at) => total + (character.charCodeAt(0) - 48) * (2 + (at % 8)), 0)
  const rest = sum % 11
  return String(rest < 2 ? 0 : 11 - rest)
}
