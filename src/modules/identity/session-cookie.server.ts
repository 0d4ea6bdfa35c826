import type { Clock } from '../../core/clock.ts'
import { beforeExpiry, cookieValue, setCookie, withExpiry } from '../../core/cookie.ts'
import type { Signer } from '../../platform/signing.ts'
import { after, SESSION_LIFETIME } from './domain/lifetimes.ts'

export interface SessionCookie {
  name: string
  /** The session token of a request; undefined without a cookie or with an invalid signature. */
  read(headers: Headers): string | undefined
  /** `Set-Cookie` that signs a browser in, for `seconds`. */
  issue(token: string, seconds?: number): string
  /** `Set-Cookie` that signs it out. */
  clear(): string
}

/**
 * The session cookie: signed with its expiry, HttpOnly, SameSite=Lax, host-bound (`__Host-`) and Secure on https.
 */
export function createSessionCookie({
  signer,
  secure,
  clock,
}: {
  signer: Signer
  secure: boolean
  clock: Clock
}): SessionCookie {
  const name = secure ? '__Host-rc_sessao' : 'rc_sessao'
  const purpose = 'session:'

  return {
    name,
    read(headers) {
      const dated = signer.unsign(purpose, cookieValue(headers.get('cookie'), name) ?? '')
      return dated === undefined ? undefined : beforeExpiry(dated, clock.now())
    },
    issue(token, seconds = SESSION_LIFETIME / 1000) {
      const value = signer.sign(purpose, withExpiry(token, after(clock.now(), seconds * 1000)))
      return setCookie({ name, value, maxAge: seconds, secure })
    },
    clear: () => setCookie({ name, value: '', maxAge: 0, secure }),
  }
}
