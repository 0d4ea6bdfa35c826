/** The value of a cookie in a `Cookie` header; undefined when it is absent. */
export function cookieValue(header: string | null | undefined, name: string): string | undefined {
  const pair = header?.split(/;\s*/).find((text) => text.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/**
 * A `Set-Cookie` header, HttpOnly and SameSite=Lax.
 *
 * @param maxAge in seconds; 0 removes the cookie
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
