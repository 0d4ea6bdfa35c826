import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps, Origin } from './deps.ts'
import { LONGEST_PASSWORD, normalizeEmail } from './domain/typed.ts'
import { sendConfirmation } from './letters.server.ts'
import { limited, unlimited } from './limit.server.ts'
import type { TooMany } from './public.ts'
import { beginSession } from './sessions.server.ts'
import { credentialsOf } from './users.server.ts'

export interface SignedIn {
  userId: string
  /** `Set-Cookie` that signs the browser in. */
  setCookie: string
}

/**
 * Signs in by e-mail and password. An unknown e-mail costs the same work as a wrong password and gets the same
 * answer. Only the right password of an account whose e-mail waits for confirmation learns so, and is sent a new link.
 */
export async function signIn(
  deps: Deps,
  { email: typed, password, ip, userAgent }: { email: string; password: string } & Origin,
): Promise<Outcome<SignedIn, 'invalid_credentials' | 'email_unconfirmed'> | TooMany> {
  const email = normalizeEmail(typed)
  const spent = await limited(deps, { signInByIp: ip, signInByEmail: email })
  if (spent) return spent
  if (password.length > LONGEST_PASSWORD) return refuse('invalid_credentials')

  const known = await credentialsOf(deps.database, { email })
  const right = await deps.passwords.verify(password, known?.passwordHash)
  if (!known || !right) return refuse('invalid_credentials')
  await unlimited(deps, 'signInByEmail', email)
  if (!known.emailConfirmedAt) {
    if (!(await limited(deps, { resendByUser: known.userId }))) {
      await deps.database.transaction((tx) => sendConfirmation(tx, known, deps))
    }
    return refuse('email_unconfirmed')
  }
  const token = await beginSession(deps.database, { userId: known.userId, ip, userAgent }, deps)
  return ok({ userId: known.userId, setCookie: deps.cookie.issue(token) })
}
