import type { Executor } from '../../platform/database/database.ts'
import { deleteRegistrations } from './store.server.ts'

/** Deletes all registrations of a user (LGPD, art. 18, VI). */
export function removeRegistrations(tx: Executor, { userId }: { userId: string }): Promise<void> {
  return deleteRegistrations(tx, userId)
}
