import { isOverloaded } from '../../core/bounded-queue.ts'
import { normalizeEmail } from '../../core/email.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import type { Deps, Origin } from './deps.ts'
import type { KnownAccount } from './device-cookie.server.ts'
import { EMPTY_PROFILE } from './domain/account.ts'
import { MAX_PASSWORD_LENGTH } from './domain/credentials.ts'
import { isSameHash } from './password-hash.server.ts'
import type { TooMany } from './public.ts'
import { admitSignIn, checkLimits, clearAttempts } from './rate-limits.server.ts'
import { saltedAs } from './salted-as.ts'
import { beginSession, endSession } from './sessions.server.ts'
import { sendAnotherLink } from './sign-up-links.server.ts'
import { findSignUp } from './sign-ups.server.ts'
import { type Credentials, credentialsOf, lockCredentials, renewHash } from './users.server.ts'

export interface SignedIn {
  userId: string
  /** `Set-Cookie` that signs the browser in. */
  setCookie: string
  /** `Set-Cookie` that makes the browser a known device of the account. */
  deviceCookie: string
}

/**
 * Signs in by e-mail and password. An unknown e-mail costs the same work as a wrong password and gets the same
 * response. Only with the password of a sign-up that waits for the address does the response state that the e-mail is unconfirmed, also
 * where the address has an account, and a new link is sent.
 *
 * @param headers of the request: the session of its cookie, of any account, ends when the new one begins, and a known
 *   device of the account is not limited by the attempts of strangers
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
  const credentials = await credentialsOf(deps.database, { email })
  const admission = await admitSignIn(deps, {
    account: credentials ? `${credentials.userId} ${credentials.passwordChangedAt.getTime()}` : email,
    ip: origin.ip,
    device: credentials && deps.devices.deviceFor(headers, credentials, deps.clock.now()),
  })
  const { ip, requestId } = origin
  const facts = { account: credentials?.userId ?? deps.pseudonym(email), ip, requestId }
  if (admission.underAttack) deps.recordEvent('account-attacked', facts)
  if (!admission.ok) {
    deps.recordEvent('sign-in-slowed', facts)
    return { ok: false, code: admission.code, retryAt: admission.retryAt }
  }
  const signUp = await findSignUp(deps.database, { email, now: deps.clock.now() }, deps.documentos)
  const confirmed = credentials?.emailConfirmedAt ? credentials : undefined
  const waiting = signUp ?? (credentials && withoutBrowser(credentials))
  const tooLong = password.length > MAX_PASSWORD_LENGTH
  const hash = tooLong
    ? undefined
    : await deps.passwords.hashLike(password, saltedAs(deps, email, credentials), admission)
  if (!confirmed || !isSameHash(hash, confirmed.passwordHash)) {
    // A sign-up for the address of an account gets the same response: a stranger neither learns that there is an account, nor
    // gets the attempts at its password back.
    if (waiting && isSameHash(hash, waiting.passwordHash)) {
      await resendLink(deps, { email, waiting })
      return refuse('email_unconfirmed')
    }
    deps.recordEvent('sign-in-failed', facts)
    return refuse('invalid_credentials')
  }
  await clearAttempts(deps, admission)
  const token = await enter(deps, { credentials: confirmed, origin, headers })
  deps.recordEvent(token === undefined ? 'sign-in-failed' : 'sign-in', facts)
  if (token === undefined) return refuse('invalid_credentials')
  await rehashPassword(deps, confirmed, password)
  return ok(signedIn(deps, { account: confirmed, token, headers }))
}

/** Sends another confirmation link, unless the address got too many. */
async function resendLink(
  deps: Deps,
  { email, waiting }: { email: string; waiting: Parameters<typeof sendAnotherLink>[1] },
): Promise<void> {
  if (await checkLimits(deps, { resendByEmail: { account: email } })) return
  await deps.database.transaction((tx) => sendAnotherLink(tx, waiting, deps))
}

/** Begins the session. @returns undefined when the account no longer has the checked password */
function enter(
  deps: Deps,
  {
    credentials: { userId, passwordHash },
    origin,
    headers,
  }: { credentials: Credentials; origin: Origin; headers: Headers | undefined },
): Promise<string | undefined> {
  return deps.database.transaction(async (tx) => {
    // During the check, the password may have been changed, or the account removed.
    const current = await lockCredentials(tx, userId, 'share')
    if (current?.passwordHash !== passwordHash) return undefined
    const replaced = headers && deps.cookie.read(headers)
    if (replaced !== undefined) await endSession(tx, replaced, deps.clock.now())
    return beginSession(tx, { userId, ...origin }, deps)
  })
}

/**
 * Upgrades the hash of a password that was just checked to the current cost; when too many passwords are queued, at a later
 * sign-in.
 */
async function rehashPassword(
  { database, passwords }: Deps,
  { userId, passwordHash }: Credentials,
  password: string,
): Promise<void> {
  if (!passwords.isCheaper(passwordHash)) return
  try {
    await renewHash(database, { userId, from: passwordHash, to: await passwords.hash(password) })
  } catch (error) {
    if (!isOverloaded(error)) throw error
  }
}

/** The cookies of a browser in which a session began. */
export function signedIn(
  { cookie, devices, clock }: Deps,
  { account, token, headers }: { account: KnownAccount; token: string; headers: Headers | undefined },
): SignedIn {
  const deviceCookie = devices.issue(headers, account, clock.now())
  return { userId: account.userId, setCookie: cookie.issue(token), deviceCookie }
}

/** An account that was created before its address was confirmed, as a sign-up without a browser. */
function withoutBrowser({ email, passwordHash }: Credentials) {
  return {
    email,
    passwordHash,
    profile: EMPTY_PROFILE,
    browserHash: hashToken(newToken()),
    hiringDraftId: null,
  }
}
