/** Minimum password length (specification, section 5). */
export const PASSWORD_LENGTH = 8

/** Characters from which on a password may be a phrase. */
export const PHRASE_LENGTH = 16

/**
 * Whether a password lacks a lower-case or an upper-case letter, a digit or one of @$!%*?& (specification, section 5).
 * A phrase needs none of them: its length is worth more than a sign at the end.
 */
export function isTooSimple(password: string): boolean {
  return !isPhrase(password) && ![/[a-z]/, /[A-Z]/, /\d/, /[@$!%*?&]/].every((kind) => kind.test(password))
}

/** At least three different words, and sixteen characters: 'a chuva molha o quintal'. */
function isPhrase(password: string): boolean {
  if (password.length < PHRASE_LENGTH) return false
  const words = password.toLowerCase().split(/[^\p{L}\p{M}]+/u)
  return new Set(words.filter((word) => word.length >= 3)).size >= 3
}
