import { cookieValue, setCookie } from '../../core/cookie.ts'
import type { Signer } from '../../platform/signing.ts'
import { SESSION_LIFETIME } from './domain/lifetimes.ts'

export interface SessionCookie {
  name: string
  /** The token a request carries; undefined without a cookie or with one we did not sign. */
  read(headers: Headers): string | undefined
  /** A `Set-Cookie` that signs a browser in. */
  issue(token: string): string
  /** A `Set-Cookie` that signs it out. */
  clear(): string
}

/** The cookie of the session: signed, http-only, SameSite=Lax, host-bound and Secure where the site has https. */
export function createSessionCookie({ signer, secure }: { signer: Signer; secure: boolean }): SessionCookie {
  const name = secure ? '__Host-rc_sessao' : 'rc_sessao'
  const purpose = 'session:'

  return {
    name,
    read: (headers) => signer.unsign(purpose, cookieValue(headers.get('cookie'), name) ?? ''),
    issue: (token) =>
      setCookie({ name, value: signer.sign(purpose, token), maxAge: SESSION_LIFETIME / 1000, secure }),
    clear: () => setCookie({ name, value: '', maxAge: 0, secure }),
  }
}
