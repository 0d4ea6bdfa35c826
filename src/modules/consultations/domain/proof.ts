/**
 * How a buyer without an account proves to be the buyer: by a code sent to the contact of the request. With these numbers whoever
 * has stolen a link hits a code with less than one in three thousand, if they try as often as they may until the link expires.
 */
export const proofRule = {
  codeDigits: 6,
  /** Minutes. */
  codeLasts: 10,
  /** Of one code. */
  maxGuesses: 5,
  /** Of all codes of a link. */
  guessesPerDay: 10,
  /** Messages with a code, for a link. */
  codesPerHour: 4,
  /** New links that a buyer asks for. */
  linksPerDay: 3,
  /** Minutes that a proof holds in the browser that gave it. */
  proofLasts: 30,
} as const

/** The channels of a request's contact, the preferred one first. */
export type ProofChannel = 'email' | 'whatsapp'

/** The digits of what was typed: '123 456', '123-456' and '123456' are the same code. */
export function normalizeCode(text: string): string {
  return text.replace(/\D/g, '').slice(0, proofRule.codeDigits + 1)
}

/** '123456' → '123 456', as messages and people write it. */
export function spacedCode(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}
