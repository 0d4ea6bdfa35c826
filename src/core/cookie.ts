/** The value a `Cookie` header carries under a name; undefined when it carries none. */
export function cookieValue(header: string | null | undefined, name: string): string | undefined {
  const pair = header?.split(/;\s*/).find((text) => text.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/**
 * A `Set-Cookie` that scripts cannot read and other sites' forms do not send.
 *
 * @param maxAge in seconds; 0 removes the cookie
 * @param path where it is sent
 */
export function setCookie({
  name,
  value,
  maxAge,
  secure,
  path = '/',
}: {
  name: string
  value: string
  maxAge: number
  secure: boolean
  path?: string
}): string {
  return `${name}=${value}; Max-Age=${maxAge}; Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
