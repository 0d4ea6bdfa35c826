import { cookieValue, setCookie } from '../../core/cookie.ts'
import type { Signer } from '../../platform/signing.ts'
import { SESSION_LIFETIME } from './domain/lifetimes.ts'

export interface SessionCookie {
  name: string
  /** The session token of a request; undefined without a cookie or with an invalid signature. */
  read(headers: Headers): string | undefined
  /** `Set-Cookie` that signs a browser in, for `seconds`. */
  issue(token: string, seconds?: number): string
  /** `Set-Cookie` that signs it out. */
  clear(): string
}

/** The session cookie: signed, HttpOnly, SameSite=Lax, host-bound (`__Host-`) and Secure on https. */
export function createSessionCookie({ signer, secure }: { signer: Signer; secure: boolean }): SessionCookie {
  const name = secure ? '__Host-rc_sessao' : 'rc_sessao'
  const purpose = 'session:'

  return {
    name,
    read: (headers) => signer.unsign(purpose, cookieValue(headers.get('cookie'), name) ?? ''),
    issue: (token, seconds = SESSION_LIFETIME / 1000) =>
      setCookie({ name, value: signer.sign(purpose, token), maxAge: seconds, secure }),
    clear: () => setCookie({ name, value: '', maxAge: 0, secure }),
  }
}
