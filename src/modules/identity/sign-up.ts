import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import { checkNewPassword, EMPTY_PROFILE, type PasswordRefusal, profileFrom } from './domain/account.ts'
import type { Profile } from './domain/person.ts'
import { isEmail, normalizeEmail } from './domain/typed.ts'
import { sendAlreadyRegistered, sendConfirmation, sendFinishSignUp } from './letters.server.ts'
import { allowedWithin, limited } from './limit.server.ts'
import type { TooMany } from './public.ts'
import { credentialsOf, insertUser, upsertProfile } from './users.server.ts'

export interface SignUp {
  email: string
  password: string
  /** Metadata of /create-account; the sign-up of /auth gives none (specification, section 7). */
  profile?: Profile
  ip: string
}

export type SignUpRefusal = 'email_invalid' | 'documento_invalid' | PasswordRefusal

/**
 * Creates an account that waits for its e-mail to be confirmed. For an address that has one already the answer and
 * the work are the same, nothing changes, and the address is told by e-mail. Within a minute of the first letter there
 * is no second one and nothing is written.
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
  const spent = await limited(deps, { signUpByIp: ip, signUpByEmail: email })
  if (spent) return spent

  const passwordHash = await deps.passwords.hash(password)
  const now = deps.clock.now()
  const id = deps.newId()
  await deps.database.transaction(async (tx) => {
    const isNew = await insertUser(tx, { id, email, role: 'customer', passwordHash, now })
    // Counted after the insert: of two at the same moment the second has waited for the first there.
    const mayWrite = await allowedWithin(tx, { name: 'signUpLetterByEmail', subject: email }, deps)
    if (isNew) {
      await upsertProfile(tx, id, person.value, now)
      await sendConfirmation(tx, { userId: id, email }, deps)
      return
    }
    if (!mayWrite) return
    const known = await credentialsOf(tx, { email })
    if (!known) return
    if (known.emailConfirmedAt) return sendAlreadyRegistered(tx, known, deps)
    // Somebody began with this address before, perhaps somebody else: the mailbox chooses the password.
    await upsertProfile(tx, known.userId, person.value, now)
    await sendFinishSignUp(tx, known, deps)
  })
  return ok(null)
}
