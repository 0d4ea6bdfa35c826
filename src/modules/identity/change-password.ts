import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { checkPasswordOf } from './check-password.server.ts'
import type { Deps, Origin } from './deps.ts'
import type { PasswordRefusal } from './domain/account.ts'
import { MAX_PASSWORD_LENGTH } from './domain/credentials.ts'
import { sendPasswordChanged } from './emails.server.ts'
import { revokeLinks } from './links.server.ts'
import type { TooMany } from './public.ts'
import { checkLimits, resetLimit } from './rate-limits.server.ts'
import { endSessionsOf, findSession, isSessionLive, rotateSession } from './sessions.server.ts'
import type { SignedIn } from './sign-in.ts'
import { credentialsOf, lockCredentials, setPassword } from './users.server.ts'

type ChangeRefusal = 'signed_out' | 'wrong_current_password' | PasswordRefusal

type Changed = Outcome<Omit<SignedIn, 'userId'>, ChangeRefusal>

/**
 * Changes the password of the session's user, who has to enter the current one again (specification, section 4). The
 * current session continues under a new token; all others end.
 *
 * @returns the `Set-Cookie` with the new token, and that of a device with the new password
 */
export async function changePassword(
  deps: Deps,
  {
    headers,
    currentPassword,
    newPassword,
    ...origin
  }: { headers: Headers; currentPassword: string; newPassword: string } & Partial<Origin>,
): Promise<Changed | TooMany> {
  const token = deps.cookie.read(headers)
  const session = token && (await findSession(deps.database, token, deps.clock.now(), deps.documentos))
  if (!session) return refuse('signed_out')
  const person = { ...session.viewer, documento: session.viewer.documento() }
  const checked = await checkPasswordOf(deps, { password: newPassword, person })
  if (!checked.ok) return checked
  const userId = session.viewer.id
  const facts = { account: userId, ip: origin.ip, requestId: origin.requestId }
  const tooMany = await checkLimits(deps, { changeBySession: { account: session.id } })
  if (tooMany) return tooMany

  const credentials = await credentialsOf(deps.database, { userId })
  const tooLong = currentPassword.length > MAX_PASSWORD_LENGTH
  const from = { isKnown: true }
  const isRight =
    credentials && !tooLong && (await deps.passwords.verify(currentPassword, credentials.passwordHash, from))
  if (!isRight) {
    deps.recordEvent('password-change-failed', facts)
    return refuse('wrong_current_password')
  }
  await resetLimit(deps.database, { name: 'changeBySession', subject: { account: session.id } })
  const passwordHash = await deps.passwords.hash(newPassword, from)
  const now = deps.clock.now()
  const changed = await deps.database.transaction(async (tx): Promise<Changed> => {
    // During the check of this password, another may have been set (by recovery), or this session may have ended.
    const current = await lockCredentials(tx, userId, 'update')
    if (!current || !(await isSessionLive(tx, { id: session.id, userId, now }))) return refuse('signed_out')
    if (current.passwordHash !== credentials.passwordHash) return refuse('wrong_current_password')
    await setPassword(tx, { userId, passwordHash, now })
    await revokeLinks(tx, { purpose: 'reset_password', userId })
    await endSessionsOf(tx, { userId, except: session.id, now })
    const renewed = await rotateSession(tx, session.id)
    await sendPasswordChanged(tx, credentials, deps)
    const seconds = Math.floor((session.expiresAt.getTime() - now.getTime()) / 1000)
    return ok({
      setCookie: deps.cookie.issue(renewed, seconds),
      deviceCookie: deps.devices.issue(headers, { userId, passwordChangedAt: now }, now),
    })
  })
  deps.recordEvent(changed.ok ? 'password-changed' : 'password-change-failed', facts)
  return changed
}
