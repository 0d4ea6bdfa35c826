/** One spelling for one mailbox: 'Ana@Exemplo.com.br ' and 'ana@exemplo.com.br' are the same account. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** The shape of an address that can receive a message; whether it exists is told by its confirmation. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>(),;:"\\[\]]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text)
}

/** Longest password taken: hashing a longer one would be work given away. */
export const LONGEST_PASSWORD = 128
