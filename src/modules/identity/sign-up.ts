import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import { checkNewPassword, EMPTY_PROFILE, type PasswordRefusal, profileFrom } from './domain/account.ts'
import { isEmail, normalizeEmail } from './domain/credentials.ts'
import type { Profile } from './domain/person.ts'
import { sendAlreadyRegistered, sendConfirmation, sendFinishSignUp } from './emails.server.ts'
import type { TooMany } from './public.ts'
import { checkLimits, countAttempt } from './rate-limits.server.ts'
import { credentialsOf, insertUser, upsertProfile } from './users.server.ts'

export interface SignUp {
  email: string
  password: string
  /** From /create-account; the sign-up of /auth has none (specification, section 7). */
  profile?: Profile
  ip: string
}

export type SignUpRefusal = 'email_invalid' | 'documento_invalid' | PasswordRefusal

/**
 * Creates an account whose e-mail is unconfirmed. For an address that already has an account, the response and the work
 * are the same, the account does not change, and its owner is notified by e-mail. Within a minute of the first e-mail
 * no second one is sent and nothing is written.
 */
export async function signUp(
  deps: Deps,
  { email: typed, password, profile = EMPTY_PROFILE, ip }: SignUp,
): Promise<Outcome<null, SignUpRefusal> | TooMany> {
  const email = normalizeEmail(typed)
  if (!isEmail(email)) return refuse('email_invalid')
  const checked = checkNewPassword(password)
  if (!checked.ok) return checked
  const person = profileFrom(profile)
  if (!person.ok) return person
  const tooMany = await checkLimits(deps, { signUpByIp: { ip }, signUpByEmail: { account: email } })
  if (tooMany) return tooMany

  const passwordHash = await deps.passwords.hash(password)
  const now = deps.clock.now()
  const id = deps.newId()
  await deps.database.transaction(async (tx) => {
    const isNew = await insertUser(tx, { id, email, role: 'customer', passwordHash, now })
    // Counted after the insert, where the second of two concurrent sign-ups waits for the first.
    const maySend = await countAttempt(tx, { name: 'signUpLetterByEmail', subject: { account: email } }, deps)
    if (isNew) {
      await upsertProfile(tx, id, person.value, now)
      await sendConfirmation(tx, { userId: id, email }, deps)
      return
    }
    if (!maySend) return
    const credentials = await credentialsOf(tx, { email })
    if (!credentials) return
    if (credentials.emailConfirmedAt) return sendAlreadyRegistered(tx, credentials, deps)
    // An earlier sign-up with this address may be an impostor's: the owner of the mailbox chooses the password.
    await upsertProfile(tx, credentials.userId, person.value, now)
    await sendFinishSignUp(tx, credentials, deps)
  })
  return ok(null)
}
