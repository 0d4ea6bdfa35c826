import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps, Origin } from './deps.ts'
import { checkNewPassword, type PasswordRefusal } from './domain/account.ts'
import { sendPasswordChanged } from './letters.server.ts'
import { limited } from './limit.server.ts'
import { linkWorks, spendLink, withdrawLinks } from './links.server.ts'
import type { TooMany } from './public.ts'
import { beginSession, endSessionsOf } from './sessions.server.ts'
import type { SignedIn } from './sign-in.ts'
import { confirmEmailOf, credentialsOf, setPassword } from './users.server.ts'

/**
 * Sets a new password by the link of a recovery message, once. It proves the mailbox, so it also confirms the
 * e-mail; every session of the account ends, and this browser gets a new one (specification, section 4).
 */
export async function resetPassword(
  deps: Deps,
  { token, newPassword, ip, userAgent }: { token: string; newPassword: string } & Origin,
): Promise<Outcome<SignedIn, 'link_invalid' | PasswordRefusal> | TooMany> {
  const checked = checkNewPassword(newPassword)
  if (!checked.ok) return checked
  const spent = await limited(deps, { resetByIp: ip })
  if (spent) return spent
  if (!(await canReset(deps, { token }))) return refuse('link_invalid')

  const passwordHash = await deps.passwords.hash(newPassword)
  const now = deps.clock.now()
  return deps.database.transaction(async (tx) => {
    const userId = await spendLink(tx, { purpose: 'reset_password', token, now })
    const known = userId === undefined ? undefined : await credentialsOf(tx, { userId })
    if (!known) return refuse('link_invalid')
    const { userId: id } = known
    await setPassword(tx, { userId: id, passwordHash, now })
    await confirmEmailOf(tx, id, now)
    await withdrawLinks(tx, { purpose: 'reset_password', userId: id, except: token })
    await endSessionsOf(tx, { userId: id, now })
    const session = await beginSession(tx, { userId: id, ip, userAgent }, deps)
    await sendPasswordChanged(tx, known, deps)
    return ok({ userId: id, setCookie: deps.cookie.issue(session) })
  })
}

/** Whether the link of a recovery message would work now. Does not use it. */
export function canReset({ database, clock }: Deps, { token }: { token: string }): Promise<boolean> {
  return linkWorks(database, { purpose: 'reset_password', token, now: clock.now() })
}
