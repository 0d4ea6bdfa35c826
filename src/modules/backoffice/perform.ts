import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { RecordSecurityEvent } from '../../platform/security/record.ts'
import { redact } from '../../platform/telemetry/redact.ts'
import type { Identity } from '../identity/index.server.ts'
import { may, type Right } from '../team/public.ts'
import { appendAudit } from './audit-store.server.ts'
import { type ClearClaimsDeps, clearClaims } from './clear-claims.ts'
import type { AuditDetail } from './domain/audit.ts'
import { isReason } from './domain/reason.ts'

export interface PerformDeps extends ClearClaimsDeps {
  identity: Pick<Identity, 'roleOf'>
  recordEvent: RecordSecurityEvent
}

export interface StaffAction {
  /** User id of the team member who decides. */
  actor: string
  /** The right required, which is also the name in the audit log: 'charge.refund'. */
  action: Right
  subject: string
  reason: string
  detail: AuditDetail
  /** Takes locks that come before that of the actor's own row. */
  lock?: ((tx: Transaction) => Promise<void>) | undefined
}

export type ActionRefusal =
  /** Not, or no longer, a team member, or the role may not do this. */
  | 'not_staff'
  /** Every action needs a reason of at least `MIN_REASON_LENGTH` characters. */
  | 'no_reason'

/**
 * Performs an action of the team and appends the actor, the action and the reason to the audit log, in one transaction: both are
 * committed, or neither. The role is read in the same transaction. A refused action changes and records nothing. The log is kept
 * after every erasure, so the reason is recorded without any CPF, CNPJ, e-mail or telephone number typed into it. Obligations
 * that the action meets lose their claim and their snooze.
 *
 * @param work gets the reason as it is recorded, because what it stores of the reason may outlive an erasure too
 */
export async function perform<T, C extends string>(
  deps: PerformDeps,
  { actor, action, subject, reason, detail, lock }: StaffAction,
  work: (tx: Transaction, recordedReason: string) => Promise<Outcome<T, C>>,
): Promise<Outcome<T, C | ActionRefusal>> {
  const { database, clock, identity, recordEvent } = deps
  if (!isReason(reason)) return refuse('no_reason')
  const recordedReason = redact(reason.trim())
  const performed = await database.transaction(async (tx): Promise<Outcome<T, C | ActionRefusal>> => {
    await lock?.(tx)
    const role = await identity.roleOf(tx, actor)
    if (!may(role, action)) {
      recordEvent('rights-refused', { account: actor, about: action })
      return refuse('not_staff')
    }
    const result = await work(tx, recordedReason)
    if (!result.ok) return result
    const outcome = result.value === null || result.value === undefined ? {} : { outcome: result.value }
    const record = { action, subject, reason: recordedReason, detail: { ...detail, ...outcome } }
    await appendAudit(tx, { at: clock.now(), actorId: actor, ...record })
    return ok(result.value)
  })
  if (performed.ok) await clearClaims(deps, { subjects: [subject] })
  return performed
}
