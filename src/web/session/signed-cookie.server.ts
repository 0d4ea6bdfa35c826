import type { Clock } from '../../core/clock.ts'
import { beforeExpiry, cookieName, cookieValue, setCookie, withExpiry } from '../../core/cookie.ts'
import { parseJson } from '../../core/json.ts'
import type { Signer } from '../../platform/signing.ts'

/** Signer, clock and scheme for cookies. */
export interface CookieKeys {
  signer: Signer
  secure: boolean
  clock: Clock
}

/**
 * A cookie with a signed value and its expiry; the signature covers the cookie's name. http-only, SameSite=Lax; on https
 * Secure and bound to the host by its name, so that neither a subdomain nor plain http can set it.
 */
export interface SignedCookie {
  readonly name: string
  /** Returns a `Set-Cookie` header. The value must be JSON-serializable; '' leaves the cookie empty. */
  serialize(value: unknown, options?: { maxAge: number }): string
  /** Returns the value in a `Cookie` header; undefined if it is absent or expired, null if its signature is invalid. */
  parse(header: string | null): unknown
  /**
   * Returns the value of a cookie of an earlier release, and the `Set-Cookie` that removes it if it had another name; undefined
   * without one. Its value had no expiry (`OLD_COOKIES_UNTIL` of core/cookie.ts).
   */
  parseOld(header: string | null): { value: unknown; remove?: string } | undefined
}

export function signedCookie({
  name: bareName,
  signer,
  secure,
  clock,
  maxAge,
  path = '/',
}: CookieKeys & {
  name: string
  /** Seconds. */
  maxAge: number
  /** `Path` attribute; the whole site by default, and always on https, where the cookie's name requires it. */
  path?: string
}): SignedCookie {
  const name = cookieName(bareName, { secure })
  /** @param dated whether the value is of this release, with an expiry */
  const read = (header: string | null, name: string, dated: boolean) => {
    const given = cookieValue(header, name)
    if (given === undefined) return undefined
    const signed = signer.unsign(`cookie:${name}=`, given)
    if (signed === undefined || signed.includes('.') !== dated) return null
    const payload = beforeExpiry(signed, clock.now())
    return payload === undefined ? undefined : parseJson(Buffer.from(payload, 'base64url').toString())
  }
  return {
    name,
    serialize(value, options) {
      const seconds = options?.maxAge ?? maxAge
      const payload = value === '' ? '' : Buffer.from(JSON.stringify(value)).toString('base64url')
      const expiresAt = new Date(clock.now().getTime() + seconds * 1000)
      const signed = payload === '' ? '' : signer.sign(`cookie:${name}=`, withExpiry(payload, expiresAt))
      return setCookie({ name, value: signed, maxAge: seconds, secure, path: secure ? '/' : path })
    },
    parse: (header) => read(header, name, true),
    parseOld(header) {
      const value = read(header, bareName, false)
      if (value === undefined || value === null) return undefined
      const remove = { name: bareName, value: '', maxAge: 0, secure, path }
      return { value, ...(bareName !== name && { remove: setCookie(remove) }) }
    },
  }
}
