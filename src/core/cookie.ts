/**
 * The pairs in a `Cookie` header. Only spaces and tabs are cut off, as browsers do before they look for a prefix such as `__Host-`. With
 * any other white space, such as byte A0, a name is another name, which a subdomain or plain http may set.
 */
export function cookiePairs(header: string): string[] {
  return header.split(/;[ \t]*/)
}

/** The value of a cookie in a `Cookie` header; undefined when it is absent. */
export function cookieValue(header: string | null | undefined, name: string): string | undefined {
  const pair = cookiePairs(header ?? '').find((text) => text.startsWith(`${name}=`))
  return pair?.slice(name.length + 1)
}

/** The name of a cookie: on https bound to the host, so that neither a subdomain nor plain http can set it. */
export function cookieName(name: string, { secure }: { secure: boolean }): string {
  return secure ? `__Host-${name}` : name
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

/**
 * Date until which cookies of previous releases are accepted: they contain no expiry, and on https their names have no
 * `__Host-` prefix. The longest-lived lasts thirty days.
 */
const OLD_COOKIES_UNTIL = new Date('2027-02-01T00:00:00Z')

/** 'value' → 'value.expiry', so that a copied cookie cannot be used after it expires. */
export function withExpiry(value: string, expiresAt: Date): string {
  return `${value}.${expiryText(expiresAt)}`
}

/** A point in time as cookies contain it: whole seconds, in base 36. */
export function expiryText(at: Date): string {
  return Math.floor(at.getTime() / 1000).toString(36)
}

/** Whether a point in time that a cookie contains is in the future. */
export function isBeforeExpiry(text: string, now: Date): boolean {
  return Number.parseInt(text, 36) * 1000 > now.getTime()
}

/** The value passed to `withExpiry`, until it expires. A cookie without an expiry is from an earlier release. */
export function beforeExpiry(dated: string, now: Date): string | undefined {
  const dot = dated.lastIndexOf('.')
  if (dot < 0) return now < OLD_COOKIES_UNTIL ? dated : undefined
  return isBeforeExpiry(dated.slice(dot + 1), now) ? dated.slice(0, dot) : undefined
}
