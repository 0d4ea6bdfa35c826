import { SESSION_LIFETIME } from './domain/lifetimes.ts'
import { sign, unsign } from './secrets.server.ts'

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
export function createSessionCookie({ secret, secure }: { secret: string; secure: boolean }): SessionCookie {
  const name = secure ? '__Host-rc_sessao' : 'rc_sessao'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

  return {
    name,
    read(headers) {
      const pair = headers
        .get('cookie')
        ?.split(/;\s*/)
        .find((text) => text.startsWith(`${name}=`))
      return pair === undefined ? undefined : unsign(pair.slice(name.length + 1), secret)
    },
    issue: (token) => `${name}=${sign(token, secret)}; Max-Age=${SESSION_LIFETIME / 1000}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}
