import { normalizeEmail } from '../../core/email.ts'
import { type Accepted, ok } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import { isEmail } from './domain/credentials.ts'
import { sendReset } from './emails.server.ts'
import type { TooMany } from './public.ts'
import { checkLimits } from './rate-limits.server.ts'
import { sendAnotherLink } from './sign-up-links.server.ts'
import { findSignUp } from './sign-ups.server.ts'
import { credentialsOf } from './users.server.ts'

/**
 * Requests a password reset link. For an unknown address the response and the work are the same, so that neither the
 * text nor the timing reveals who has an account: two index lookups and one job, which then carries a random user id.
 * No second e-mail is sent while the mailbox has a link from the last minutes, and the response is the same. The job
 * contains an id and no e-mail address, so that the queue's tables hold no personal data.
 */
export async function requestPasswordReset(
  deps: Deps,
  { email: typed, ip, requestId }: { email: string; ip: string; requestId?: string | undefined },
): Promise<Accepted<null> | TooMany> {
  const { database, newId, enqueue, clock } = deps
  const email = normalizeEmail(typed)
  const tooMany = await checkLimits(deps, {
    resetRequestByEmailAndIp: { account: email, ip },
    resetRequestByIp: { ip },
  })
  const facts = { account: deps.pseudonym(email), ip, requestId }
  deps.recordEvent(tooMany ? 'recovery-slowed' : 'recovery-requested', facts)
  if (tooMany) return tooMany
  if (!isEmail(email)) return ok(null)
  // Strangers may request as often as they like: the link that one of their requests sent also serves the owner.
  if (await checkLimits(deps, { resetMessageByEmail: { account: email } })) return ok(null)
  const unknownUserId = newId()
  const credentials = await credentialsOf(database, { email })
  const waiting = await findSignUp(database, { email, now: clock.now() }, deps.documentos)
  await enqueue(database, 'identity.reset', { userId: credentials?.userId ?? waiting?.id ?? unknownUserId })
  return ok(null)
}

/**
 * The job: creates the link and the message, both or neither. For a sign-up awaiting confirmation it is the link that
 * confirms the address, where the person chooses a new password.
 *
 * @param userId of an account, of a sign-up awaiting confirmation, or a random one
 */
export async function sendPasswordReset(deps: Deps, { userId }: { userId: string }): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const credentials = await credentialsOf(tx, { userId })
    if (credentials) return sendReset(tx, credentials, deps)
    const waiting = await findSignUp(tx, { id: userId, now: deps.clock.now() }, deps.documentos)
    if (waiting) await sendAnotherLink(tx, waiting, deps)
  })
}
