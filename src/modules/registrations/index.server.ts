import type { Executor } from '../../platform/database/database.ts'
import type { Registration } from './public.ts'
import { type Deps, saveRegistration } from './save-registration.ts'
import { deleteRegistrations, findRegistrations, type SavedRegistration } from './store.server.ts'

export type { SavedRegistration } from './store.server.ts'
export type Registrations = ReturnType<typeof createRegistrations>

/** What customers register of themselves and their companies, sealed at rest (docs/decisions/0008). */
export function createRegistrations(deps: Deps) {
  return {
    save: (given: { userId: string; registration: Registration }) => saveRegistration(deps, given),
    /** At most one of each kind, the one saved last first. */
    of: ({ userId }: { userId: string }): Promise<SavedRegistration[]> =>
      findRegistrations(deps.database, { cipher: deps.cipher, userId }),
    /** Everything of a person's, in the caller's transaction (LGPD, art. 18, VI). */
    removeAll: ({ executor, userId }: { executor: Executor; userId: string }) =>
      deleteRegistrations(executor, userId),
  }
}
