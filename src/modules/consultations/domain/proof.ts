import { digitsOf } from '../../../core/text.ts'

/**
 * How a buyer without an account proves to be the buyer: with a code sent to the contact of the request. With these numbers, a
 * person with a stolen link guesses a code with a probability below one in three thousand, even with every allowed attempt until
 * the link expires.
 */
export const proofRule = {
  codeDigits: 6,
  /** Minutes. */
  codeLasts: 10,
  /** Maximum guesses for one code. */
  maxGuesses: 5,
  /** Maximum guesses for all codes of a link. */
  guessesPerDay: 10,
  /** Code messages per link. */
  codesPerHour: 4,
  /** Minutes for which a proof is valid in the browser that gave it. */
  proofLasts: 30,
} as const

/** The channels of a request's contact, the preferred one first. */
export type ProofChannel = 'email' | 'whatsapp'

/** The digits of the typed text: '123 456', '123-456' and '123456' are the same code. */
export function normalizeCode(text: string): string {
  return digitsOf(text).slice(0, proofRule.codeDigits + 1)
}

/** '123456' → '123 456', as written in messages and by people. */
export function spacedCode(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`
}
