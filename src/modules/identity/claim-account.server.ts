import type { Transaction } from '../../platform/database/database.ts'
import type { Deps } from './deps.ts'
import type { Profile } from './domain/person.ts'
import { revokeLinks } from './links.server.ts'
import { endSessionsOf } from './sessions.server.ts'
import { closeSignUps } from './sign-ups.server.ts'
import { confirmEmailOf, setPassword, upsertProfile } from './users.server.ts'

/**
 * Assigns an unconfirmed account to the person who proved its address, with this password and this profile. Deletes
 * what others typed for the address, and invalidates the other links to it.
 */
export async function claimAccount(
  tx: Transaction,
  {
    userId,
    email,
    passwordHash,
    profile,
    now,
  }: { userId: string; email: string; passwordHash: string; profile: Profile; now: Date },
  { documentos }: Pick<Deps, 'documentos'>,
): Promise<void> {
  await setPassword(tx, { userId, passwordHash, now })
  await upsertProfile(tx, { userId, profile }, { now, documentos })
  await confirmEmailOf(tx, userId, now)
  await endSessionsOf(tx, { userId, now })
  await revokeLinks(tx, { purpose: 'reset_password', userId })
  await closeSignUps(tx, { email, now })
}
