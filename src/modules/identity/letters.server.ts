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

/** Each writes its link and its message with the caller's executor: both exist or neither. */

export async function sendConfirmation(executor: Executor, post: Post, to: Addressee): Promise<void> {
  const token = await makeLinkToken(executor, {
    purpose: 'confirm_email',
    userId: to.userId,
    now: post.clock.now(),
  })
  await send(executor, post, to, confirmationLetter(post.links.confirmEmail(token)))
}

export async function sendAlreadyRegistered(executor: Executor, post: Post, to: Addressee): Promise<void> {
  const { links } = post
  const letter = alreadyRegisteredLetter({ signIn: links.auth(), reset: links.requestPasswordReset() })
  await send(executor, post, to, letter)
}

export async function sendReset(executor: Executor, post: Post, to: Addressee): Promise<void> {
  await send(executor, post, to, resetLetter(await resetLink(executor, post, to)))
}

export async function sendFinishSignUp(executor: Executor, post: Post, to: Addressee): Promise<void> {
  await send(executor, post, to, finishSignUpLetter(await resetLink(executor, post, to)))
}

export async function sendPasswordChanged(executor: Executor, post: Post, to: Addressee): Promise<void> {
  await send(executor, post, to, passwordChangedLetter(post.links.requestPasswordReset()))
}

async function resetLink(executor: Executor, { links, clock }: Post, { userId }: Addressee) {
  const token = await makeLinkToken(executor, { purpose: 'reset_password', userId, now: clock.now() })
  return links.resetPassword(token)
}

async function send(
  executor: Executor,
  { notify }: Post,
  { userId, email }: Addressee,
  letter: ReturnType<typeof resetLetter>,
): Promise<void> {
  await notify(executor, { to: email, channel: 'email', userId, ...letter })
}
