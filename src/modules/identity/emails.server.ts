import type { Executor } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import { makeLinkToken } from './links.server.ts'
import {
  alreadyRegisteredEmail,
  confirmationEmail,
  passwordChangedEmail,
  phoneChangedEmail,
  resetEmail,
} from './messages.ts'

type EmailDeps = Pick<Deps, 'notify' | 'clock' | 'links'>
interface Recipient {
  userId: string
  email: string
}

/** Each function stores its link and its message in the caller's transaction: both or neither. */

export async function sendConfirmation(
  tx: Executor,
  { email, linkToken }: { email: string; linkToken: string },
  deps: EmailDeps,
): Promise<void> {
  await send(tx, { to: { email }, content: confirmationEmail(deps.links.confirmEmail(linkToken)) }, deps)
}

export async function sendAlreadyRegistered(tx: Executor, to: Recipient, deps: EmailDeps): Promise<void> {
  await send(tx, { to, content: alreadyRegisteredEmail(deps.links.auth()) }, deps)
}

export async function sendReset(tx: Executor, to: Recipient, deps: EmailDeps): Promise<void> {
  await send(tx, { to, content: resetEmail(await resetLink(tx, to, deps)) }, deps)
}

export async function sendPasswordChanged(tx: Executor, to: Recipient, deps: EmailDeps): Promise<void> {
  await send(tx, { to, content: passwordChangedEmail(deps.links.requestPasswordReset()) }, deps)
}

export async function sendPhoneChanged(tx: Executor, to: Recipient, deps: EmailDeps): Promise<void> {
  await send(tx, { to, content: phoneChangedEmail(deps.links.requestPasswordReset()) }, deps)
}

async function resetLink(tx: Executor, { userId }: Recipient, { links, clock }: EmailDeps) {
  const token = await makeLinkToken(tx, { purpose: 'reset_password', userId, now: clock.now() })
  return links.resetPassword(token)
}

async function send(
  tx: Executor,
  {
    to: { userId, email },
    content,
  }: { to: Omit<Recipient, 'userId'> & Partial<Recipient>; content: ReturnType<typeof resetEmail> },
  { notify }: EmailDeps,
): Promise<void> {
  await notify(tx, { to: email, channel: 'email', ...(userId && { userId }), ...content })
}
