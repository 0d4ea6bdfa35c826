import { type Accepted, ok } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import { isEmail, normalizeEmail } from './domain/typed.ts'
import { sendReset } from './letters.server.ts'
import { limited } from './limit.server.ts'
import type { TooMany } from './public.ts'
import { credentialsOf } from './users.server.ts'

/** Sends a link that sets a new password. For an address nobody has the answer is the same and nothing is sent. */
export async function requestPasswordReset(
  deps: Deps,
  { email: typed, ip }: { email: string; ip: string },
): Promise<Accepted<null> | TooMany> {
  const email = normalizeEmail(typed)
  const spent = await limited(deps, { resetRequestByIp: ip, resetRequestByEmail: email })
  if (spent) return spent
  const known = isEmail(email) ? await credentialsOf(deps.database, { email }) : undefined
  if (known) await deps.database.transaction((tx) => sendReset(tx, deps, known))
  return ok(null)
}
