import { lt } from 'drizzle-orm'
import { before } from '../../core/durations.ts'
import type { Deps } from './deps.ts'
import { deleteDeskSessionsBefore } from './desk-sessions-store.server.ts'
import { ACCESS_RETENTION } from './domain/lifetimes.ts'
import { teamInvitations } from './tables.server.ts'

/** Deletes access records and invitations past their retention period. */
export async function deleteOldAccess({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const limit = before(clock.now(), ACCESS_RETENTION)
  await deleteDeskSessionsBefore(database, limit)
  await database.delete(teamInvitations).where(lt(teamInvitations.expiresAt, limit))
}
