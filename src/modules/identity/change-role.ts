import { normalizeEmail } from '../../core/email.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Role } from '../../core/roles.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import { endSessionsOf } from './sessions.server.ts'
import { lockRoleOf, setRole } from './users.server.ts'

/**
 * Sets the role of the account with this e-mail address. A changed role ends the account's sessions, so that a stolen
 * cookie does not gain the new rights.
 *
 * @returns the user's id; undefined when the account had this role before
 */
export async function changeRole(
  tx: Transaction,
  { email, role }: { email: string; role: Role },
  { clock }: Pick<Deps, 'clock'>,
): Promise<Outcome<string | undefined, 'unknown_email'>> {
  const current = await lockRoleOf(tx, normalizeEmail(email))
  if (!current) return refuse('unknown_email')
  if (current.role === role) return ok(undefined)
  await setRole(tx, { userId: current.userId, role })
  await endSessionsOf(tx, { userId: current.userId, now: clock.now() })
  return ok(current.userId)
}
