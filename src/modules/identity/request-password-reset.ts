import { type Accepted, ok } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import { isEmail, normalizeEmail } from './domain/typed.ts'
import { sendReset } from './letters.server.ts'
import { limited } from './limit.server.ts'
import type { TooMany } from './public.ts'
import { credentialsOf } from './users.server.ts'

/**
 * Asks for a link that sets a new password. For an address nobody has, the answer and the work are the same, so that
 * neither its words nor its time tell who has an account: one look by the index and one job, whose user is then
 * nobody. The job carries an id and no address: what it leaves in the queue's tables says nothing.
 */
export async function requestPasswordReset(
  deps: Deps,
  { email: typed, ip }: { email: string; ip: string },
): Promise<Accepted<null> | TooMany> {
  const { database, newId, enqueue } = deps
  const email = normalizeEmail(typed)
  const spent = await limited(deps, { resetRequestByIp: ip, resetRequestByEmail: email })
  if (spent) return spent
  if (!isEmail(email)) return ok(null)
  const nobody = newId()
  const known = await credentialsOf(database, { email })
  await enqueue(database, 'identity.reset', { userId: known?.userId ?? nobody })
  return ok(null)
}

/** The job: makes the link and writes the message, both or neither. */
export async function sendPasswordReset(deps: Deps, { userId }: { userId: string }): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const known = await credentialsOf(tx, { userId })
    if (known) await sendReset(tx, known, deps)
  })
}
