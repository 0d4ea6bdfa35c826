/** 'carla@exemplo.com.br' → 'c•••@exemplo.com.br': its owner recognizes it, nobody else learns it. */
export function concealEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email.slice(0, Math.max(0, at))
  return at > 1 ? `${first}•••${email.slice(at)}` : `•••${email.slice(Math.max(0, at))}`
}
