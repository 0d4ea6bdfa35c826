import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps, Origin } from './deps.ts'
import { MAX_PASSWORD_LENGTH, normalizeEmail } from './domain/credentials.ts'
import { sendConfirmation } from './emails.server.ts'
import type { TooMany } from './public.ts'
import { checkLimits, resetLimit } from './rate-limits.server.ts'
import { beginSession, endSession } from './sessions.server.ts'
import { credentialsOf, lockCredentials } from './users.server.ts'

export interface SignedIn {
  userId: string
  /** `Set-Cookie` that signs the browser in. */
  setCookie: string
}

/**
 * Signs in by e-mail and password. An unknown e-mail costs the same work as a wrong password and gets the same
 * response. Only with the correct password does the response say that an e-mail is unconfirmed, and a new link is sent.
 *
 * @param headers of the request: the session of its cookie, whoever's it is, ends when the new one begins
 */
export async function signIn(
  deps: Deps,
  {
    email: typed,
    password,
    headers,
    ...origin
  }: { email: string; password: string; headers?: Headers } & Origin,
): Promise<Outcome<SignedIn, 'invalid_credentials' | 'email_unconfirmed'> | TooMany> {
  const email = normalizeEmail(typed)
  const tooMany = await checkLimits(deps, { signInByIp: origin.ip, signInByEmail: email })
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
  const { userId, passwordHash } = credentials
  const token = await deps.database.transaction(async (tx) => {
    // A new password, or the account's removal, may have come while this one was checked.
    const current = await lockCredentials(tx, userId, 'share')
    if (current?.passwordHash !== passwordHash) return undefined
    const replaced = headers && deps.cookie.read(headers)
    if (replaced !== undefined) await endSession(tx, replaced, deps.clock.now())
    return beginSession(tx, { userId, ...origin }, deps)
  })
  return token === undefined
    ? refuse('invalid_credentials')
    : ok({ userId, setCookie: deps.cookie.issue(token) })
}
