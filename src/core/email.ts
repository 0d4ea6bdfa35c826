/** 'carla@exemplo.com.br' → 'c•••@exemplo.com.br': its owner recognizes it, nobody else learns it. */
export function concealEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at > 1 ? `${first}•••${email.slice(at)}` : `•••${at < 0 ? '' : email.slice(at)}`
}
