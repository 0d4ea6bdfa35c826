import type { Outcome } from '../../core/outcome.ts'
import type { Payments } from '../payments/index.server.ts'
import type { ActionRefusal, PerformDeps } from './perform.ts'
import { readAudited } from './read-audited.ts'

/**
 * Returns a provider's raw report of a set-aside payment. It names the payer, so the audit log records who read it and
 * why, but not the content.
 */
export function readSetAside(
  deps: PerformDeps & { payments: Pick<Payments, 'rawOfSetAside'> },
  { actor, reason, setAsideId }: { actor: string; reason: string; setAsideId: string },
): Promise<Outcome<{ seenAt: Date; text: string }[], 'not_found' | ActionRefusal>> {
  return readAudited(deps, { actor, reason, action: 'set-aside.read', subject: setAsideId }, (tx) =>
    deps.payments.rawOfSetAside(tx, { setAsideId }),
  )
}
