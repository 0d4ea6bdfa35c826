import type { Clock } from '../../core/clock.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Database, Transaction } from '../../platform/database/database.ts'
import type { Identity } from '../identity/index.server.ts'
import { appendAudit } from './audit-store.server.ts'
import type { AuditDetail } from './domain/audit.ts'

export interface PerformDeps {
  database: Database
  clock: Clock
  identity: Pick<Identity, 'roleOf'>
}

export interface Deed {
  /** Who decides: a user's id. */
  actor: string
  action: string
  subject: string
  reason: string
  detail: AuditDetail
}

export type DeedRefusal =
  /** Not of the team, or no longer. */
  | 'not_staff'
  /** Nobody moves other people's money without saying why. */
  | 'no_reason'

/**
 * Does what needs a person of the team, and records who, what and why, in one transaction: the deed and its record
 * exist both or neither. The role is read in that transaction. What is refused leaves nothing behind.
 */
export async function perform<T, C extends string>(
  { database, clock, identity }: PerformDeps,
  { actor, action, subject, reason, detail }: Deed,
  work: (tx: Transaction) => Promise<Outcome<T, C>>,
): Promise<Outcome<T, C | DeedRefusal>> {
  if (reason.trim().length < 3) return refuse('no_reason')
  return database.transaction(async (tx) => {
    const role = await identity.roleOf(tx, actor)
    if (role !== 'staff' && role !== 'owner') return refuse('not_staff')
    const done = await work(tx)
    if (!done.ok) return done
    const outcome = done.value === null || done.value === undefined ? {} : { outcome: done.value }
    const record = { action, subject, reason: reason.trim(), detail: { ...detail, ...outcome } }
    await appendAudit(tx, { at: clock.now(), actorId: actor, ...record })
    return ok(done.value)
  })
}
