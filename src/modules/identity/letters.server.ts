import type { Executor } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import { makeLinkToken } from './links.server.ts'
import {
  alreadyRegisteredLetter,
  confirmationLetter,
  finishSignUpLetter,
  passwordChangedLetter,
  resetLetter,
} from './messages.ts'

type Post = Pick<Deps, 'notify' | 'clock' | 'links'>
interface Addressee {
  userId: string
  email: string
}

/** Each writes its link and its message in the caller's transaction: both exist or neither. */

export async function sendConfirmation(tx: Executor, to: Addressee, deps: Post): Promise<void> {
  const token = await makeLinkToken(tx, {
    purpose: 'confirm_email',
    userId: to.userId,
    now: deps.clock.now(),
  })
  await send(tx, { to, letter: confirmationLetter(deps.links.confirmEmail(token)) }, deps)
}

export async function sendAlreadyRegistered(tx: Executor, to: Addressee, deps: Post): Promise<void> {
  const { links } = deps
  const letter = alreadyRegisteredLetter({ signIn: links.auth(), reset: links.requestPasswordReset() })
  await send(tx, { to, letter }, deps)
}

export async function sendReset(tx: Executor, to: Addressee, deps: Post): Promise<void> {
  await send(tx, { to, letter: resetLetter(await resetLink(tx, to, deps)) }, deps)
}

export async function sendFinishSignUp(tx: Executor, to: Addressee, deps: Post): Promise<void> {
  await send(tx, { to, letter: finishSignUpLetter(await resetLink(tx, to, deps)) }, deps)
}

export async function sendPasswordChanged(tx: Executor, to: Addressee, deps: Post): Promise<void> {
  await send(tx, { to, letter: passwordChangedLetter(deps.links.requestPasswordReset()) }, deps)
}

async function resetLink(tx: Executor, { userId }: Addressee, { links, clock }: Post) {
  const token = await makeLinkToken(tx, { purpose: 'reset_password', userId, now: clock.now() })
  return links.resetPassword(token)
}

async function send(
  tx: Executor,
  { to: { userId, email }, letter }: { to: Addressee; letter: ReturnType<typeof resetLetter> },
  { notify }: Post,
): Promise<void> {
  await notify(tx, { to: email, channel: 'email', userId, ...letter })
}
