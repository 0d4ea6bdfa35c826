import { type Outcome, ok } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Right } from '../team/public.ts'
import type { AuditDetail } from './domain/audit.ts'
import { type ActionRefusal, type PerformDeps, perform } from './perform.ts'

/**
 * Lets a team member read personal data. The audit log records who read what, not its content. Returns nothing unless the
 * access is recorded.
 */
export async function readAudited<T, C extends string>(
  deps: PerformDeps,
  {
    actor,
    reason,
    action,
    subject,
    detail = {},
  }: { actor: string; reason: string; action: Right; subject: string; detail?: AuditDetail },
  read: (tx: Transaction) => Promise<Outcome<T, C>>,
): Promise<Outcome<T, C | ActionRefusal>> {
  let seen: Outcome<T, C> | undefined
  const performed = await perform(deps, { actor, reason, action, subject, detail }, async (tx) => {
    seen = await read(tx)
    return seen.ok ? ok(null) : seen
  })
  if (!performed.ok) return performed
  if (!seen) throw new Error('an action was performed without its work')
  return seen
}
