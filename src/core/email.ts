/**
 * Normalizes case, spaces and invisible characters, which are copied along with an address from a chat or a document:
 * 'Ana@Exemplo.com.br ' and 'ana@exemplo.com.br' are the same address.
 */
export function normalizeEmail(text: string): string {
  return text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase()
}

/** 'carla@exemplo.com.br' → 'c•••@exemplo.com.br': recognizable to its owner, but not to others. */
export function concealEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at > 1 ? `${first}•••${email.slice(at)}` : `•••${at < 0 ? '' : email.slice(at)}`
}

/** Maximum length of an address (RFC 5321: a path of 256 characters, without its brackets). */
export const MAX_EMAIL_LENGTH = 254
