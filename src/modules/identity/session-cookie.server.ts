import { SECOND } from '../../core/durations.ts'
import { createTokenCookie, type TokenCookie } from '../../platform/token-cookie.ts'
import { SESSION_LIFETIME } from './domain/lifetimes.ts'

/** The session cookie: it contains the token of the session's row. */
export function createSessionCookie(
  keys: Pick<Parameters<typeof createTokenCookie>[0], 'signer' | 'secure' | 'clock'>,
): TokenCookie {
  return createTokenCookie({
    name: 'rc_sessao',
    purpose: 'session:',
    lifetime: SESSION_LIFETIME / SECOND,
    ...keys,
  })
}
