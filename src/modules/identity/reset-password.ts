import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps, Origin } from './deps.ts'
import { checkNewPassword, type PasswordRefusal } from './domain/account.ts'
import { sendPasswordChanged } from './emails.server.ts'
import { isLinkValid, redeemLink, revokeLinks } from './links.server.ts'
import type { TooMany } from './public.ts'
import { checkLimits } from './rate-limits.server.ts'
import { beginSession, endSessionsOf } from './sessions.server.ts'
import type { SignedIn } from './sign-in.ts'
import { confirmEmailOf, credentialsOf, setPassword } from './users.server.ts'

/**
 * Sets a new password by the single-use link of a recovery e-mail. The link proves access to the mailbox, so it also
 * confirms the e-mail address. All sessions of the account end and this browser gets a new one (specification,
 * section 4).
 */
export async function resetPassword(
  deps: Deps,
  { token, newPassword, ip, userAgent }: { token: string; newPassword: string } & Origin,
): Promise<Outcome<SignedIn, 'link_invalid' | PasswordRefusal> | TooMany> {
  const checked = checkNewPassword(newPassword)
  if (!checked.ok) return checked
  const tooMany = await checkLimits(deps, { resetByIp: ip })
  if (tooMany) return tooMany
  if (!(await canReset(deps, { token }))) return refuse('link_invalid')

  const passwordHash = await deps.passwords.hash(newPassword)
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const userId = await redeemLink(tx, { purpose: 'reset_password', token, now })
    const credentials = userId === undefined ? undefined : await credentialsOf(tx, { userId })
    if (!credentials) return refuse('link_invalid')
    const { userId: id } = credentials
    await setPassword(tx, { userId: id, passwordHash, now })
    await confirmEmailOf(tx, id, now)
    await revokeLinks(tx, { purpose: 'reset_password', userId: id, except: token })
    await endSessionsOf(tx, { userId: id, now })
    const session = await beginSession(tx, { userId: id, ip, userAgent }, deps)
    await sendPasswordChanged(tx, credentials, deps)
    return ok({ userId: id, setCookie: deps.cookie.issue(session) })
  })
}

/** Whether a recovery link is valid now. Does not redeem it. */
export function canReset({ database, clock }: Deps, { token }: { token: string }): Promise<boolean> {
  return isLinkValid(database, { purpose: 'reset_password', token, now: clock.now() })
}
