import { normalizeEmail } from '../../core/email.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { checkPasswordOf } from './check-password.server.ts'
import type { Deps } from './deps.ts'
import { EMPTY_PROFILE, type PasswordRefusal, profileFrom } from './domain/account.ts'
import type { OwnSignUp } from './domain/confirmation.ts'
import { isEmail } from './domain/credentials.ts'
import type { Profile } from './domain/person.ts'
import type { TooMany } from './public.ts'
import { checkLimits, countAttempt } from './rate-limits.server.ts'
import { saltedAs } from './salted-as.ts'
import { sendAnotherLink, sendLink, storeWithLink } from './sign-up-links.server.ts'
import { deleteSignUpsOf, findSignUp } from './sign-ups.server.ts'
import { credentialsOf } from './users.server.ts'

export interface SignUp {
  email: string
  password: string
  /** From /create-account; the sign-up of /auth has none (specification, section 7). */
  profile?: Profile
  /** The draft of the hiring during which the person signed up; its id is returned on confirmation. */
  hiringDraftId?: string | undefined
  ip: string
}

export type SignUpRefusal = 'email_invalid' | 'documento_invalid' | PasswordRefusal

/**
 * A stored sign-up. The token is set as a cookie of the browser, where a button is then enough to confirm the address.
 */
export interface SignedUp {
  browserToken: string
}

/**
 * Stores a sign-up, which becomes an account when its e-mail is confirmed. For an address that already has an account, or
 * another sign-up awaiting confirmation, the response and the work are the same and neither of them changes; the owner of
 * an account is notified by e-mail. No other e-mail is sent within a minute of one, and at most five an hour: strangers
 * who sign up with an address can neither fill its mailbox nor prevent its owner from signing up, since any of its links
 * works.
 */
export async function signUp(
  deps: Deps,
  { email: typed, password, profile = EMPTY_PROFILE, hiringDraftId, ip }: SignUp,
): Promise<Outcome<SignedUp, SignUpRefusal> | TooMany> {
  const email = normalizeEmail(typed)
  if (!isEmail(email)) return refuse('email_invalid')
  const checked = await checkPasswordOf(deps, { password, person: { ...profile, email } })
  if (!checked.ok) return checked
  const person = profileFrom(profile)
  if (!person.ok) return person
  const tooMany = await checkLimits(deps, {
    signUpByEmailAndIp: { account: email, ip },
    signUpByIp: { ip },
  })
  if (tooMany) return tooMany

  const salted = saltedAs(deps, email, await credentialsOf(deps.database, { email }))
  const passwordHash = await deps.passwords.hashLike(password, salted)
  const typedIn = { email, passwordHash, profile: person.value, hiringDraftId: hiringDraftId ?? null }
  return ok(await deps.database.transaction((tx) => storeSignUp(tx, typedIn, deps)))
}

/** The address that this browser signed up with; undefined when no sign-up awaits confirmation here. */
export async function waitingEmail(
  { database, clock, documentos }: Deps,
  { browserToken }: { browserToken: string },
): Promise<string | undefined> {
  return (await findSignUp(database, { browserToken, now: clock.now() }, documentos))?.email
}

/** Sends the e-mail of this browser's sign-up again, with another link; the earlier ones remain valid. */
export async function resendConfirmation(
  deps: Deps,
  { browserToken, ip }: { browserToken: string; ip: string },
): Promise<Outcome<null, 'nothing_waits'> | TooMany> {
  const waiting = await findSignUp(deps.database, { browserToken, now: deps.clock.now() }, deps.documentos)
  if (!waiting) return refuse('nothing_waits')
  const { email } = waiting
  const limits = {
    signUpByIp: { ip },
    resendByEmailAndIp: { account: email, ip },
    signUpMessageByEmail: { account: email },
  }
  const tooMany = await checkLimits(deps, limits)
  if (tooMany) return tooMany
  // Strangers may have exhausted the mailbox's e-mail limit: then it has one of their links, which works in this
  // browser too.
  if (await checkLimits(deps, { resendByEmail: { account: email } })) return ok(null)
  await deps.database.transaction((tx) => sendAnotherLink(tx, waiting, deps))
  return ok(null)
}

/**
 * Signs up again with another address and the data typed before; the sign-up with the wrong address is deleted. The password is not here to be
 * hashed for the new address (salted-as.ts), so that a sign-in before the confirmation does not know it.
 */
export async function correctEmail(
  deps: Deps,
  { browserToken, email: typed, ip }: { browserToken: string; email: string; ip: string },
): Promise<Outcome<SignedUp, 'nothing_waits' | 'email_invalid'> | TooMany> {
  const email = normalizeEmail(typed)
  if (!isEmail(email)) return refuse('email_invalid')
  const waiting = await findSignUp(deps.database, { browserToken, now: deps.clock.now() }, deps.documentos)
  if (!waiting) return refuse('nothing_waits')
  const tooMany = await checkLimits(deps, {
    signUpByEmailAndIp: { account: email, ip },
    signUpByIp: { ip },
  })
  if (tooMany) return tooMany
  return ok(
    await deps.database.transaction(async (tx) => {
      await deleteSignUpsOf(tx, waiting.browserHash)
      return storeSignUp(tx, { ...waiting, email }, deps)
    }),
  )
}

/** Every address gets a row and a message, so that neither the response nor its timing reveals which addresses have an account. */
async function storeSignUp(tx: Transaction, typedIn: OwnSignUp, deps: Deps): Promise<SignedUp> {
  const { email } = typedIn
  const browserToken = newToken()
  const signUp = { ...typedIn, browserHash: hashToken(browserToken) }
  const linkToken = await storeWithLink(tx, signUp, deps)
  const subject = { account: email }
  const maySend =
    (await countAttempt(tx, { name: 'signUpMessageByEmail', subject }, deps)) &&
    (await countAttempt(tx, { name: 'signUpMessagesByEmail', subject }, deps))
  if (maySend) await sendLink(tx, { email, linkToken }, deps)
  return { browserToken }
}
