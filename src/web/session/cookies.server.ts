import { paths } from '../paths.ts'
import { type CookieName, cookieLifetimes } from './cookie-lifetimes.ts'
import { type CookieKeys, type SignedCookie, signedCookie } from './signed-cookie.server.ts'

/**
 * Signed, http-only cookies of the site, except the session cookie of the module identity. Each contains an id, a token, a path
 * or toasts, never a price or a CPF: the data are on the server.
 */
export interface Cookies {
  /** Toasts to show once, on the next page. */
  toasts: SignedCookie
  /** Id of the hiring draft in progress. */
  draft: SignedCookie
  /** Id of the newly signed order: /payment shows it first. */
  order: SignedCookie
  /** Id of the charge being paid. */
  charge: SignedCookie
  /** Path of the protected page to return to after signing in. */
  returnTo: SignedCookie
  /** Token of this browser's sign-up: with it, a button is enough to confirm the address. */
  signUp: SignedCookie
  /** Token of an opened recovery link. Sent to /auth only. */
  recovery: SignedCookie
  /** Id of the link whose result was opened with a correct code. */
  result: SignedCookie
}

const cookiesBySession = new WeakMap<CookieKeys, Cookies>()

/** Returns the cookies for a signing key, scheme (http or https) and clock. */
export function cookiesFor(session: CookieKeys): Cookies {
  const cached = cookiesBySession.get(session)
  if (cached) return cached
  const make = (name: CookieName, path = '/') =>
    signedCookie({ name, path, maxAge: cookieLifetimes[name], ...session })
  const cookies: Cookies = {
    toasts: make('rc_avisos'),
    draft: make('rc_contratacao'),
    order: make('rc_pedido'),
    charge: make('rc_cobranca'),
    returnTo: make('rc_voltar'),
    signUp: make('rc_cadastro'),
    recovery: make('rc_recuperacao', paths.auth()),
    result: make('rc_resultado'),
  }
  cookiesBySession.set(session, cookies)
  return cookies
}

/** Checks whether a `Cookie` header may contain a cookie of ours: all their names begin with `rc_` or `__Host-rc_`. */
export function hasSiteCookies(header: string | null | undefined): boolean {
  return header?.includes('rc_') ?? false
}

/**
 * A cookie's value, or the reason why it has none: absent (or expired), or unreadable (tampered with, truncated, signed with
 * another key).
 */
export type CookieReading = { state: 'absent' } | { state: 'unreadable' } | { state: 'read'; value: string }

export async function readCookie(request: Request, cookie: SignedCookie): Promise<CookieReading> {
  const value = cookie.parse(request.headers.get('cookie'))
  if (value === undefined) return { state: 'absent' }
  return typeof value === 'string' && value !== '' ? { state: 'read', value } : { state: 'unreadable' }
}

/** Returns a `Set-Cookie` that removes the cookie. */
export async function clearCookie(cookie: SignedCookie): Promise<string> {
  return cookie.serialize('', { maxAge: 0 })
}
