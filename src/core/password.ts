/** Minimum password length (specification, section 5). */
export const PASSWORD_LENGTH = 8

/** Characters from which on a password may be a phrase. */
export const PHRASE_LENGTH = 16

/** The characters that a password needs one of each of (specification, section 5). */
const kinds = { upper: /[A-Z]/, lower: /[a-z]/, digit: /\d/, symbol: /[@$!%*?&]/ } as const

/** What a new password has to have, in the order in which it is asked for. */
export const passwordRules = ['length', 'upper', 'lower', 'digit', 'symbol'] as const
export type PasswordRule = (typeof passwordRules)[number]

/** The rules that a password keeps so far. A phrase keeps all of them. */
export function keptRules(password: string): PasswordRule[] {
  if (isPhrase(password)) return [...passwordRules]
  return passwordRules.filter((rule) =>
    rule === 'length' ? password.length >= PASSWORD_LENGTH : kinds[rule].test(password),
  )
}

/**
 * Whether a password lacks a lower-case or an upper-case letter, a digit or one of @$!%*?& (specification, section 5).
 * A phrase needs none of them: its length is worth more than a sign at the end.
 */
export function isTooSimple(password: string): boolean {
  return !isPhrase(password) && !Object.values(kinds).every((kind) => kind.test(password))
}

/** At least three different words, and sixteen characters: 'a chuva molha o quintal'. */
function isPhrase(password: string): boolean {
  if (password.length < PHRASE_LENGTH) return false
  const words = password.toLowerCase().split(/[^\p{L}\p{M}]+/u)
  return new Set(words.filter((word) => word.length >= 3)).size >= 3
}
