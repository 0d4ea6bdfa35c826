import { concealEmail } from '../../core/email.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import { checkPasswordOf } from './check-password.server.ts'
import { claimAccount } from './claim-account.server.ts'
import { contactOf, profileOf } from './contact.ts'
import type { Deps, Origin } from './deps.ts'
import { EMPTY_PROFILE, type PasswordRefusal } from './domain/account.ts'
import { sendPasswordChanged } from './emails.server.ts'
import { ownerOfLink, redeemLink, revokeLinks } from './links.server.ts'
import type { TooMany } from './public.ts'
import { checkLimits, resetLimit } from './rate-limits.server.ts'
import { beginSession, endSessionsOf, findSession } from './sessions.server.ts'
import { type SignedIn, signedIn } from './sign-in.ts'
import { credentialsOf, lockCredentials, setPassword } from './users.server.ts'

type Recovered = Outcome<Pick<SignedIn, 'userId'> & Partial<SignedIn>, 'link_invalid' | PasswordRefusal>

/**
 * Sets a new password with the single-use link of a recovery e-mail. The link proves access to the mailbox, so it also
 * confirms the e-mail address. All sessions of the account end and this browser gets a new one (specification, section
 * 4), unless another account is signed in here: its session remains, and no new one begins.
 *
 * @param headers of the request, with the session cookie of this browser
 * @returns without `setCookie` when another account is signed in
 */
export async function resetPassword(
  deps: Deps,
  {
    token,
    newPassword,
    headers,
    ...origin
  }: { token: string; newPassword: string; headers?: Headers } & Origin,
): Promise<
  Outcome<Pick<SignedIn, 'userId'> & Partial<SignedIn>, 'link_invalid' | PasswordRefusal> | TooMany
> {
  const link = { purpose: 'reset_password', token } as const
  const userId = await ownerOfLink(deps.database, { ...link, now: deps.clock.now() })
  // Only wrong tokens are counted: a neighbour's guesses do not block a valid link.
  const facts = { account: userId, ip: origin.ip, requestId: origin.requestId }
  if (userId === undefined) {
    deps.recordEvent('recovery-link-refused', facts)
    return (await checkLimits(deps, { resetByIp: { ip: origin.ip } })) ?? refuse('link_invalid')
  }
  const contact = await contactOf(deps.database, userId)
  const person = { ...(await profileOf(deps, userId)), email: contact?.email ?? '' }
  const checked = await checkPasswordOf(deps, { password: newPassword, person })
  if (!checked.ok) return checked

  const passwordHash = await deps.passwords.hash(newPassword)
  const now = deps.clock.now()
  const done = await deps.database.transaction(async (tx): Promise<Recovered> => {
    // Locks the account first, as everywhere: concurrent redemptions of two links of one account must not deadlock.
    const credentials = await lockCredentials(tx, userId, 'update')
    const redeemed = credentials && (await redeemLink(tx, { ...link, now }))
    if (!credentials || redeemed !== userId) return refuse('link_invalid')
    const cookie = headers && deps.cookie.read(headers)
    const here = cookie === undefined ? undefined : await findSession(tx, cookie, now, deps.documentos)

    if (credentials.emailConfirmedAt) {
      await setPassword(tx, { userId, passwordHash, now })
      await revokeLinks(tx, { purpose: 'reset_password', userId, except: token })
      await endSessionsOf(tx, { userId, now })
    } else {
      // Another person may have made the sign-up, so none of its data is kept.
      await claimAccount(tx, { ...credentials, passwordHash, profile: EMPTY_PROFILE, now }, deps)
    }
    await sendPasswordChanged(tx, credentials, deps)
    await resetLimit(tx, { name: 'resetMessageByEmail', subject: { account: credentials.email } })
    if (here && here.viewer.id !== userId) return ok({ userId })
    const session = await beginSession(tx, { userId, ...origin }, deps)
    return ok(signedIn(deps, { account: { userId, passwordChangedAt: now }, token: session, headers }))
  })
  deps.recordEvent(done.ok ? 'recovery-completed' : 'recovery-link-refused', facts)
  return done
}

/**
 * The account of a currently valid recovery link, with its e-mail masked; undefined for any other. Does not redeem it.
 */
export async function readRecovery(
  { database, clock }: Deps,
  { token }: { token: string },
): Promise<{ userId: string; maskedEmail: string } | undefined> {
  const userId = await ownerOfLink(database, { purpose: 'reset_password', token, now: clock.now() })
  const credentials = userId === undefined ? undefined : await credentialsOf(database, { userId })
  return credentials && { userId: credentials.userId, maskedEmail: concealEmail(credentials.email) }
}
