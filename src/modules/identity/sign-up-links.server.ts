import type { Transaction } from '../../platform/database/database.ts'
import { newToken } from '../../platform/tokens.ts'
import type { Deps } from './deps.ts'
import type { OwnSignUp } from './domain/confirmation.ts'
import { sendAlreadyRegistered, sendConfirmation } from './emails.server.ts'
import { insertSignUp } from './sign-ups.server.ts'
import { credentialsOf } from './users.server.ts'

type StoredSignUp = OwnSignUp & { browserHash: string }

/** Stores a sign-up. @returns the token of its link, of which only the digest is stored */
export async function storeWithLink(
  tx: Transaction,
  { email, passwordHash, profile, browserHash, hiringDraftId }: StoredSignUp,
  { newId, clock, documentos }: Pick<Deps, 'newId' | 'clock' | 'documentos'>,
): Promise<string> {
  const linkToken = newToken()
  const row = { id: newId(), email, passwordHash, profile, browserHash, hiringDraftId }
  await insertSignUp(tx, { ...row, linkToken, now: clock.now() }, documentos)
  return linkToken
}

/**
 * Sends the link. To an address that has an account, sends a message about the attempt instead, so that nothing changes
 * there.
 */
export async function sendLink(
  tx: Transaction,
  { email, linkToken }: { email: string; linkToken: string },
  deps: Deps,
): Promise<void> {
  const account = await credentialsOf(tx, { email })
  if (account?.emailConfirmedAt) await sendAlreadyRegistered(tx, account, deps)
  else await sendConfirmation(tx, { email, linkToken }, deps)
}

/** Sends another link for a sign-up awaiting confirmation; the earlier ones remain valid. */
export async function sendAnotherLink(tx: Transaction, signUp: StoredSignUp, deps: Deps): Promise<void> {
  await sendLink(tx, { email: signUp.email, linkToken: await storeWithLink(tx, signUp, deps) }, deps)
}
