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

type Post = Pick<Deps, 'notify' | 'clock' | 'publicUrl'>
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
  await send(executor, post, to, confirmationLetter(`${post.publicUrl}/auth/confirmar?token=${token}`))
}

export async function sendAlreadyRegistered(executor: Executor, post: Post, to: Addressee): Promise<void> {
  const { publicUrl } = post
  const letter = alreadyRegisteredLetter({ signIn: `${publicUrl}/auth`, reset: resetPage(publicUrl) })
  await send(executor, post, to, letter)
}

export async function sendReset(executor: Executor, post: Post, to: Addressee): Promise<void> {
  await send(executor, post, to, resetLetter(await resetLink(executor, post, to)))
}

export async function sendFinishSignUp(executor: Executor, post: Post, to: Addressee): Promise<void> {
  await send(executor, post, to, finishSignUpLetter(await resetLink(executor, post, to)))
}

export async function sendPasswordChanged(executor: Executor, post: Post, to: Addressee): Promise<void> {
  await send(executor, post, to, passwordChangedLetter(resetPage(post.publicUrl)))
}

async function resetLink(executor: Executor, { publicUrl, clock }: Post, { userId }: Addressee) {
  const token = await makeLinkToken(executor, { purpose: 'reset_password', userId, now: clock.now() })
  return `${publicUrl}/auth?recuperar=${token}#type=recovery`
}

function resetPage(publicUrl: string): string {
  return `${publicUrl}/auth?aba=esqueci-senha`
}

async function send(
  executor: Executor,
  { notify }: Post,
  { userId, email }: Addressee,
  letter: ReturnType<typeof resetLetter>,
): Promise<void> {
  await notify(executor, { to: email, channel: 'email', userId, ...letter })
}
