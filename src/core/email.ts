/** 'carla@exemplo.com.br' → 'c•••@exemplo.com.br': recognizable to its owner, but not to others. */
export function concealEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return at > 1 ? `${first}•••${email.slice(at)}` : `•••${at < 0 ? '' : email.slice(at)}`
}
