/** Normalizes case and spaces: 'Ana@Exemplo.com.br ' and 'ana@exemplo.com.br' are the same account. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** Checks the syntax of an address; only the confirmation link proves that the mailbox exists. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>(),;:"\\[\]]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text)
}

/**
 * Maximum length in characters. Longer passwords are refused, because hashing them would make denial of service cheap.
 */
export const MAX_PASSWORD_LENGTH = 128
