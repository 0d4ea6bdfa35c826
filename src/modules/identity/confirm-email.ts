import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import { limited } from './limit.server.ts'
import { linkWasUsed, spendLink } from './links.server.ts'
import type { TooMany } from './public.ts'
import { confirmEmailOf } from './users.server.ts'

/**
 * Confirms an address by the link that was sent to it. Signs nobody in, so that a mail scanner that opens the link
 * gains nothing; whoever opens it after the scanner reads that all is well.
 */
export async function confirmEmail(
  deps: Deps,
  { token, ip }: { token: string; ip: string },
): Promise<Outcome<'confirmed' | 'already_confirmed', 'link_invalid'> | TooMany> {
  const spent = await limited(deps, { confirmByIp: ip })
  if (spent) return spent
  const now = deps.clock.now()
  const confirmed = await deps.database.transaction(async (tx) => {
    const userId = await spendLink(tx, { purpose: 'confirm_email', token, now })
    if (userId === undefined) return false
    await confirmEmailOf(tx, userId, now)
    return true
  })
  if (confirmed) return ok('confirmed')
  const used = await linkWasUsed(deps.database, { purpose: 'confirm_email', token })
  return used ? ok('already_confirmed') : refuse('link_invalid')
}
