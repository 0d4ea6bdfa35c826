import type { Clock } from '../../core/clock.ts'
import { beforeExpiry, cookieValue, setCookie, withExpiry } from '../../core/cookie.ts'
import type { Signer } from '../../platform/signing.ts'
import { DESK_MAX_AGE } from './domain/lifetimes.ts'

export interface DeskCookie {
  name: string
  /** The token of a request; undefined without a cookie or with an invalid signature. */
  read(headers: Headers): string | undefined
  /** `Set-Cookie` that opens the desk in this browser. */
  issue(token: string): string
  /** `Set-Cookie` that closes it. */
  clear(): string
}

/** The cookie of the desk, beside the session's: signed with its expiry, HttpOnly, SameSite=Lax, host-bound on https. */
export function createDeskCookie({
  signer,
  secure,
  clock,
}: {
  signer: Signer
  secure: boolean
  clock: Clock
}): DeskCookie {
  const name = secure ? '__Host-rc_painel' : 'rc_painel'
  const purpose = 'desk:'
  return {
    name,
    read(headers) {
      const dated = signer.unsign(purpose, cookieValue(headers.get('cookie'), name) ?? '')
      return dated === undefined ? undefined : beforeExpiry(dated, clock.now())
    },
    issue(token) {
      const expiresAt = new Date(clock.now().getTime() + DESK_MAX_AGE)
      const value = signer.sign(purpose, withExpiry(token, expiresAt))
      return setCookie({ name, value, maxAge: DESK_MAX_AGE / 1000, secure })
    },
    clear: () => setCookie({ name, value: '', maxAge: 0, secure }),
  }
}
