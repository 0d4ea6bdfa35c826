/** Normalizes case and spaces: 'Ana@Exemplo.com.br ' and 'ana@exemplo.com.br' are the same address. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase()
}

/** 'carla@exemplo.com.br' → 'c•••@exemplo.com.br': recognizable to its owner, but not to others. */
export function concealEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at > 1 ? `${first}•••${email.slice(at)}` : `•••${at < 0 ? '' : email.slice(at)}`
}
