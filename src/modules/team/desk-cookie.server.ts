import { SECOND } from '../../core/durations.ts'
import { createTokenCookie, type TokenCookie } from '../../platform/token-cookie.ts'
import { DESK_MAX_AGE } from './domain/lifetimes.ts'

/** The cookie of the desk, in addition to the session's: its token is that of the desk session's row. */
export function createDeskCookie(
  keys: Pick<Parameters<typeof createTokenCookie>[0], 'signer' | 'secure' | 'clock'>,
): TokenCookie {
  return createTokenCookie({ name: 'rc_painel', purpose: 'desk:', lifetime: DESK_MAX_AGE / SECOND, ...keys })
}
