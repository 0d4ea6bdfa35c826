import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps, Origin } from './deps.ts'
import { MAX_PASSWORD_LENGTH, normalizeEmail } from './domain/credentials.ts'
import { sendConfirmation } from './emails.server.ts'
import type { TooMany } from './public.ts'
import { checkLimits, resetLimit } from './rate-limits.server.ts'
import { beginSession } from './sessions.server.ts'
import { credentialsOf } from './users.server.ts'

export interface SignedIn {
  userId: string
  /** `Set-Cookie` that signs the browser in. */
  setCookie: string
}

/**
 * Signs in by e-mail and password. An unknown e-mail costs the same work as a wrong password and gets the same
 * response. Only with the correct password does the response say that an e-mail is unconfirmed, and a new link is sent.
 */
export async function signIn(
  deps: Deps,
  { email: typed, password, ip, userAgent }: { email: string; password: string } & Origin,
): Promise<Outcome<SignedIn, 'invalid_credentials' | 'email_unconfirmed'> | TooMany> {
  const email = normalizeEmail(typed)
  const tooMany = await checkLimits(deps, { signInByIp: ip, signInByEmail: email })
  if (tooMany) return tooMany
  if (password.length > MAX_PASSWORD_LENGTH) return refuse('invalid_credentials')

  const credentials = await credentialsOf(deps.database, { email })
  const correct = await deps.passwords.verify(password, credentials?.passwordHash)
  if (!credentials || !correct) return refuse('invalid_credentials')
  await resetLimit(deps, 'signInByEmail', email)
  if (!credentials.emailConfirmedAt) {
    if (!(await checkLimits(deps, { resendByUser: credentials.userId }))) {
      await deps.database.transaction((tx) => sendConfirmation(tx, credentials, deps))
    }
    return refuse('email_unconfirmed')
  }
  const token = await beginSession(deps.database, { userId: credentials.userId, ip, userAgent }, deps)
  return ok({ userId: credentials.userId, setCookie: deps.cookie.issue(token) })
}
