import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import { redeemLink, wasLinkRedeemed } from './links.server.ts'
import type { TooMany } from './public.ts'
import { checkLimits } from './rate-limits.server.ts'
import { confirmEmailOf } from './users.server.ts'

/**
 * Confirms an e-mail address by the link that was sent to it. Does not sign in, so that a mail scanner that opens the
 * link gains nothing; a user who opens it after the scanner gets `already_confirmed`.
 */
export async function confirmEmail(
  deps: Deps,
  { token, ip }: { token: string; ip: string },
): Promise<Outcome<'confirmed' | 'already_confirmed', 'link_invalid'> | TooMany> {
  const tooMany = await checkLimits(deps, { confirmByIp: { ip } })
  if (tooMany) return tooMany
  const now = deps.clock.now()
  const confirmed = await deps.database.transaction(async (tx) => {
    const userId = await redeemLink(tx, { purpose: 'confirm_email', token, now })
    if (userId === undefined) return false
    await confirmEmailOf(tx, userId, now)
    return true
  })
  if (confirmed) return ok('confirmed')
  const redeemed = await wasLinkRedeemed(deps.database, { purpose: 'confirm_email', token })
  return redeemed ? ok('already_confirmed') : refuse('link_invalid')
}
