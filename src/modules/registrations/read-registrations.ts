import type { Deps } from './save-registration.ts'
import { findRegistrations, type SavedRegistration } from './store.server.ts'

/** At most one of each kind, last saved first. */
export function registrationsOf(
  { database, cipher }: Pick<Deps, 'database' | 'cipher'>,
  { userId }: { userId: string },
): Promise<SavedRegistration[]> {
  return findRegistrations(database, { cipher, userId })
}
