import { concealEmail } from '../../core/email.ts'
import { type Accepted, type Outcome, ok, refuse } from '../../core/outcome.ts'
import { checkPasswordOf } from './check-password.server.ts'
import { claimAccount } from './claim-account.server.ts'
import type { Deps, Origin } from './deps.ts'
import { EMPTY_PROFILE, type PasswordRefusal } from './domain/account.ts'
import { type ConfirmationStep, confirmationStep, type OwnSignUp } from './domain/confirmation.ts'
import { MAX_PASSWORD_LENGTH } from './domain/credentials.ts'
import type { TooMany } from './public.ts'
import { checkLimits } from './rate-limits.server.ts'
import { beginSession } from './sessions.server.ts'
import { type SignedIn, signedIn } from './sign-in.ts'
import { findConfirmationLink, findSignUp } from './sign-ups.server.ts'
import { credentialsOf, insertUser, lockCredentials } from './users.server.ts'

export interface ConfirmationRequest {
  /** The token in the link. */
  token: string
  /** From the cookie of the browser that signed up. */
  browserToken?: string | undefined
  /** The address of the signed-in user. */
  viewerEmail?: string | undefined
}

export type ConfirmationRefusal =
  | 'link_invalid'
  | 'already_confirmed'
  | 'other_account'
  | 'password_needed'
  | PasswordRefusal

/** What the page of an open confirmation asks for. */
export type ShownStep = Exclude<ConfirmationStep['step'], 'link_invalid' | 'already_confirmed'>

/** The data for the page; nothing typed at the sign-up, except the address. */
export type ShownConfirmation =
  | { step: 'link_invalid' | 'already_confirmed' }
  /** The address is masked, except in the browser where it was typed. */
  | {
      step: ShownStep
      email: string
      /** The draft of the hiring during which the person signed up. */
      hiringDraftId?: string
    }

/** A confirmed address. */
export interface Confirmed extends SignedIn {
  /** The hiring during which the person signed up. */
  hiring?: {
    draftId: string
    /**
     * True when the confirming person is the one who signed up, proven by the browser or by the password. Otherwise
     * nothing typed there belongs to them.
     */
    isTheirs: boolean
  }
}

/**
 * Returns the data for the page of a confirmation link. Changes nothing, because mail scanners and browsers open links
 * automatically.
 */
export async function readConfirmation(
  deps: Deps,
  { ip, ...request }: ConfirmationRequest & { ip: string },
): Promise<Accepted<ShownConfirmation> | TooMany> {
  const shown = await stepOf(deps, request)
  if (!('email' in shown)) return (await countWrongLink(deps, shown, ip)) ?? ok(shown)
  const { step, email } = shown
  if (step === 'other_account') return ok({ step, email: concealEmail(email) })
  const hiringDraftId = (step === 'press_button' ? shown.own : shown.typed)?.hiringDraftId
  const shownEmail = step === 'press_button' ? email : concealEmail(email)
  return ok({ step, email: shownEmail, ...(hiringDraftId && { hiringDraftId }) })
}

/**
 * Confirms an address by the link that was sent to it, creates the account and signs in. In the browser that signed up,
 * the account gets the data typed there. In any other browser it does so with the password of the sign-up; with another
 * password only that password is used, and the profile is empty. `password`, when given, replaces the one of the
 * sign-up.
 */
export async function confirmEmail(
  deps: Deps,
  {
    password = '',
    headers,
    ip,
    userAgent,
    requestId,
    ...request
  }: ConfirmationRequest & { password?: string; headers?: Headers } & Origin,
): Promise<Outcome<Confirmed, ConfirmationRefusal> | TooMany> {
  const step = await stepOf(deps, request)
  if (step.step !== 'press_button' && step.step !== 'set_password')
    return (await countWrongLink(deps, step, ip)) ?? refuse(step.step)
  const tooMany = password && (await checkLimits(deps, { confirmByEmail: { account: step.email } }))
  if (tooMany) return tooMany
  const chosen = await chosenBy(deps, step, password)
  if (!chosen.ok) return chosen

  const { email } = step
  const { passwordHash, profile, hiring } = chosen.value
  const now = deps.clock.now()
  const newUserId = deps.newId()
  const entered = await deps.database.transaction(
    async (tx): Promise<Outcome<Confirmed, 'already_confirmed'>> => {
      await insertUser(tx, { id: newUserId, email, role: 'customer', passwordHash, now })
      const account = await credentialsOf(tx, { email })
      const locked = account && (await lockCredentials(tx, account.userId, 'update'))
      // The second of two concurrent confirmations is refused here.
      if (!locked || locked.emailConfirmedAt) return refuse('already_confirmed')
      const { userId } = locked
      await claimAccount(tx, { userId, email, passwordHash, profile, now }, deps)
      const session = await beginSession(tx, { userId, ip, userAgent }, deps)
      const entry = { account: { userId, passwordChangedAt: now }, token: session, headers }
      return ok({ ...signedIn(deps, entry), ...(hiring && { hiring }) })
    },
  )
  if (entered.ok) {
    deps.recordEvent('sign-in', { account: entered.value.userId, ip, requestId, about: 'confirmation' })
  }
  return entered
}

/** Only wrong links are counted by network: a neighbour's guesses do not block a valid link. */
async function countWrongLink(
  deps: Deps,
  { step }: Pick<ConfirmationStep, 'step'>,
  ip: string,
): Promise<TooMany | undefined> {
  return step === 'link_invalid' ? checkLimits(deps, { confirmByIp: { ip } }) : undefined
}

async function stepOf(
  { database, clock, documentos }: Deps,
  { token, browserToken, viewerEmail }: ConfirmationRequest,
): Promise<ConfirmationStep> {
  const now = clock.now()
  const link = await findConfirmationLink(database, token, documentos)
  const own =
    browserToken === undefined ? undefined : await findSignUp(database, { browserToken, now }, documentos)
  return confirmationStep({ link, own, viewerEmail, now })
}

async function chosenBy(
  deps: Deps,
  step: Extract<ConfirmationStep, { step: 'press_button' | 'set_password' }>,
  password: string,
): Promise<
  Outcome<
    Pick<OwnSignUp, 'passwordHash' | 'profile'> & Pick<Confirmed, 'hiring'>,
    'password_needed' | PasswordRefusal
  >
> {
  const typed = step.step === 'press_button' ? step.own : step.typed
  const isTheirs = step.step === 'press_button' || (await isPasswordOf(deps, typed, password))
  const draftId = typed?.hiringDraftId
  const hiring = draftId ? { hiring: { draftId, isTheirs } } : {}
  if (typed && isTheirs && (password === '' || step.step === 'set_password'))
    return ok({ ...typed, ...hiring })
  if (password === '') return refuse('password_needed')
  const profile = typed && isTheirs ? typed.profile : EMPTY_PROFILE
  const checked = await checkPasswordOf(deps, { password, person: { ...profile, email: step.email } })
  if (!checked.ok) return checked
  return ok({ passwordHash: await deps.passwords.hash(password), profile, ...hiring })
}

/** Whether this is the password of the sign-up, which only the person who signed up has. */
async function isPasswordOf(
  { passwords }: Deps,
  typed: OwnSignUp | undefined,
  password: string,
): Promise<boolean> {
  if (!typed || password === '' || password.length > MAX_PASSWORD_LENGTH) return false
  return passwords.verify(password, typed.passwordHash)
}
