import type { Clock } from '../core/clock.ts'
import { beforeExpiry, cookieName, cookieValue, setCookie, withExpiry } from '../core/cookie.ts'
import type { Signer } from './signing.ts'

export interface TokenCookie {
  name: string
  /** Returns the token of a request; undefined without a cookie, with an invalid signature or past its expiry. */
  read(headers: Headers): string | undefined
  /** Returns the `Set-Cookie` header that stores a token in a browser, for `seconds`. */
  issue(token: string, seconds?: number): string
  /** Returns the `Set-Cookie` header that deletes it. */
  clear(): string
}

/**
 * Creates a cookie for a token: signed with its expiry, HttpOnly, SameSite=Lax, host-bound (`__Host-`) and Secure on https.
 *
 * @param purpose separates its signatures from those of other cookies and links
 * @param lifetime seconds for which a token is valid by default
 */
export function createTokenCookie({
  name: plainName,
  purpose,
  lifetime,
  signer,
  secure,
  clock,
}: {
  name: string
  purpose: string
  lifetime: number
  signer: Signer
  secure: boolean
  clock: Clock
}): TokenCookie {
  const name = cookieName(plainName, { secure })
  return {
    name,
    read(headers) {
      const dated = signer.unsign(purpose, cookieValue(headers.get('cookie'), name) ?? '')
      return dated === undefined ? undefined : beforeExpiry(dated, clock.now())
    },
    issue(token, seconds = lifetime) {
      const expiresAt = new Date(clock.now().getTime() + seconds * 1000)
      const value = signer.sign(purpose, withExpiry(token, expiresAt))
      return setCookie({ name, value, maxAge: seconds, secure })
    },
    clear: () => setCookie({ name, value: '', maxAge: 0, secure }),
  }
}
