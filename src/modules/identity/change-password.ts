import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import { checkNewPassword, type PasswordRefusal } from './domain/account.ts'
import { LONGEST_PASSWORD } from './domain/typed.ts'
import { sendPasswordChanged } from './letters.server.ts'
import { limited, unlimited } from './limit.server.ts'
import { withdrawLinks } from './links.server.ts'
import type { TooMany } from './public.ts'
import { endSessionsOf, findSession } from './sessions.server.ts'
import { credentialsOf, setPassword } from './users.server.ts'

export type ChangeRefusal = 'signed_out' | 'wrong_current_password' | PasswordRefusal

/**
 * Changes the password of whoever the request's session belongs to, after the current one was given once more
 * (specification, section 4). This session goes on; every other one ends.
 */
export async function changePassword(
  deps: Deps,
  {
    headers,
    currentPassword,
    newPassword,
  }: { headers: Headers; currentPassword: string; newPassword: string },
): Promise<Outcome<null, ChangeRefusal> | TooMany> {
  const token = deps.cookie.read(headers)
  const session = token && (await findSession(deps.database, token, deps.clock.now()))
  if (!session) return refuse('signed_out')
  const checked = checkNewPassword(newPassword)
  if (!checked.ok) return checked
  const userId = session.viewer.id
  const spent = await limited(deps, { changeByUser: userId })
  if (spent) return spent

  const known = await credentialsOf(deps.database, { userId })
  const tooLong = currentPassword.length > LONGEST_PASSWORD
  if (!known || tooLong || !(await deps.passwords.verify(currentPassword, known.passwordHash))) {
    return refuse('wrong_current_password')
  }
  await unlimited(deps, 'changeByUser', userId)
  const passwordHash = await deps.passwords.hash(newPassword)
  const now = deps.clock.now()
  await deps.database.transaction(async (tx) => {
    await setPassword(tx, { userId, passwordHash, now })
    await withdrawLinks(tx, { purpose: 'reset_password', userId })
    await endSessionsOf(tx, { userId, except: session.id, now })
    await sendPasswordChanged(tx, known, deps)
  })
  return ok(null)
}
