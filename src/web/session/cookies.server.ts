import { cookieValue } from '../../core/cookie.ts'
import type { Config } from '../../platform/config/config.ts'
import { type CookieName, cookieLifetimes } from './cookie-lifetimes.ts'
import { type SignedCookie, signedCookie } from './signed-cookie.server.ts'

/**
 * The signed, http-only cookies of the web. Each carries an id or a short note, never a price, a CPF or a total:
 * what they point at lives on the server.
 */
export interface Cookies {
  /** Notices to show once, on the next page. */
  toasts: SignedCookie
  /** Id of the hiring draft in progress. */
  draft: SignedCookie
  /** Id of the order whose contract was just signed: what /payment pays first. */
  order: SignedCookie
  /** Id of the charge whose PIX the person is paying. */
  charge: SignedCookie
  /** The protected page a visitor was going to when asked to sign in. */
  returnTo: SignedCookie
}

const jars = new WeakMap<Config['session'], Cookies>()

/** The cookies of a site, by what signs them and whether it is served over https. */
export function cookiesFor(session: Config['session']): Cookies {
  const known = jars.get(session)
  if (known) return known
  const make = (name: CookieName) => signedCookie({ name, maxAge: cookieLifetimes[name], ...session })
  const jar: Cookies = {
    toasts: make('rc_avisos'),
    draft: make('rc_contratacao'),
    order: make('rc_pedido'),
    charge: make('rc_cobranca'),
    returnTo: make('rc_voltar'),
  }
  jars.set(session, jar)
  return jar
}

/** The value of a cookie, told apart: absent, or present and unreadable (tampered, truncated, of another key). */
export type CookieReading = { state: 'absent' } | { state: 'unreadable' } | { state: 'read'; value: string }

export async function readCookie(request: Request, cookie: SignedCookie): Promise<CookieReading> {
  const header = request.headers.get('cookie')
  if (cookieValue(header, cookie.name) === undefined) return { state: 'absent' }
  const value = cookie.parse(header)
  return typeof value === 'string' && value !== '' ? { state: 'read', value } : { state: 'unreadable' }
}

/** A `Set-Cookie` that removes the cookie. */
export async function forget(cookie: SignedCookie): Promise<string> {
  return cookie.serialize('', { maxAge: 0 })
}
