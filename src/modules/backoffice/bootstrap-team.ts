import type { Clock } from '../../core/clock.ts'
import type { Outcome } from '../../core/outcome.ts'
import type { Database } from '../../platform/database/database.ts'
import type { RecordSecurityEvent } from '../../platform/security/record.ts'
import type { Identity } from '../identity/index.server.ts'
import { appendAudit } from './audit-store.server.ts'

export interface FoundTeamDeps {
  database: Database
  clock: Clock
  identity: Pick<Identity, 'createFirstOwner' | 'hashNewPassword'>
  recordEvent: RecordSecurityEvent
}

export type FoundingRefusal = Extract<
  Awaited<ReturnType<Identity['createFirstOwner']>> | Awaited<ReturnType<Identity['hashNewPassword']>>,
  { ok: false }
>['code']

/**
 * Creates the first account of the team and appends that to the audit log, in one transaction. There is no member whose
 * role could be checked yet, so this is the only action that does not use `perform`; it is refused once there is an
 * owner.
 *
 * @returns the user id of the owner
 */
export async function bootstrapTeam(
  { database, clock, identity, recordEvent }: FoundTeamDeps,
  { email, password }: { email: string; password: string },
): Promise<Outcome<string, FoundingRefusal>> {
  const hashed = await identity.hashNewPassword({ email, password })
  if (!hashed.ok) return hashed
  const founded = await database.transaction(async (tx) => {
    const created = await identity.createFirstOwner(tx, { email, passwordHash: hashed.value })
    if (!created.ok) return created
    const id = created.value
    await appendAudit(tx, {
      at: clock.now(),
      actorId: id,
      action: 'team.found',
      subject: id,
      reason: 'primeira conta da equipe',
      detail: {},
    })
    return created
  })
  if (founded.ok) recordEvent('rights-changed', { account: founded.value, about: 'owner' })
  return founded
}
