import { bind } from '../../core/use-case.ts'
import { registrationsPersonal } from './personal.ts'
import { registrationsOf } from './read-registrations.ts'
import { removeRegistrations } from './remove-registrations.ts'
import { type Deps, saveRegistration } from './save-registration.ts'
import { sealedRegistrations } from './store.server.ts'

export type Registrations = ReturnType<typeof createRegistrations>

/** Registrations of customers and their companies, encrypted at rest (docs/decisions/0008). */
export function createRegistrations(deps: Deps) {
  const { bound, within } = bind(deps)
  return {
    save: bound(saveRegistration),
    of: bound(registrationsOf),
    removeAll: within(removeRegistrations),
    /** Personal data stored by this module. */
    personal: [registrationsPersonal(deps)],
    /** The columns that this module stores sealed. */
    sealed: [sealedRegistrations],
  }
}
