import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import { normalizeEmail } from './domain/credentials.ts'
import type { Role } from './domain/person.ts'
import { setRole } from './users.server.ts'

/** Sets the role of the account with this e-mail address. */
export async function grantRole(
  { database }: Pick<Deps, 'database'>,
  { email, role }: { email: string; role: Role },
): Promise<Outcome<null, 'unknown_email'>> {
  return (await setRole(database, normalizeEmail(email), role)) ? ok(null) : refuse('unknown_email')
}
