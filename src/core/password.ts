/** Minimum password length (specification, section 5). */
export const PASSWORD_LENGTH = 8

/** Minimum length of a password that counts as a phrase. */
export const PHRASE_LENGTH = 16

/** Minimum number of different words of such a phrase. */
export const PHRASE_WORDS = 3

/** A password needs one character of each of these kinds (specification, section 5). */
const kinds = { upper: /[A-Z]/, lower: /[a-z]/, digit: /\d/, symbol: /[@$!%*?&]/ } as const

/** Rules for a new password, in the order in which they are shown. */
export const passwordRules = ['length', 'upper', 'lower', 'digit', 'symbol'] as const
export type PasswordRule = (typeof passwordRules)[number]

/** The rules that a password meets so far. A phrase meets all of them. */
export function keptRules(password: string): PasswordRule[] {
  if (isPhrase(password)) return [...passwordRules]
  return passwordRules.filter((rule) =>
    rule === 'length' ? password.length >= PASSWORD_LENGTH : kinds[rule].test(password),
  )
}

/**
 * Whether a password lacks a lower-case or an upper-case letter, a digit or one of @$!%*?& (specification, section 5).
 * A phrase needs none of them: its length adds more strength than a symbol at the end.
 */
export function isTooSimple(password: string): boolean {
  return !isPhrase(password) && !Object.values(kinds).every((kind) => kind.test(password))
}

/** Whether it has enough characters and enough different words to count as a phrase: 'a chuva molha o quintal'. */
function isPhrase(password: string): boolean {
  if (password.length < PHRASE_LENGTH) return false
  const words = password.toLowerCase().split(/[^\p{L}\p{M}]+/u)
  return new Set(words.filter((word) => word.length >= 3)).size >= PHRASE_WORDS
}
