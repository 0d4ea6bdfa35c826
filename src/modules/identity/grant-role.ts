import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Deps } from './deps.ts'
import type { Role } from './domain/person.ts'
import { normalizeEmail } from './domain/typed.ts'
import { setRole } from './users.server.ts'

/** Makes somebody staff, owner or customer again. */
export async function grantRole(
  { database }: Pick<Deps, 'database'>,
  { email, role }: { email: string; role: Role },
): Promise<Outcome<null, 'unknown_email'>> {
  return (await setRole(database, normalizeEmail(email), role)) ? ok(null) : refuse('unknown_email')
}
