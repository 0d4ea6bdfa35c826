import { type Outcome, ok } from '../../core/outcome.ts'
import type { Payments } from '../payments/index.server.ts'
import { type ActionRefusal, type PerformDeps, perform } from './perform.ts'

/**
 * Returns a provider's raw report of a set-aside payment. It names the payer, so the audit log records who read it and
 * why, but not the content.
 */
export async function readSetAside(
  deps: PerformDeps & { payments: Pick<Payments, 'rawOfSetAside'> },
  { actor, reason, setAsideId }: { actor: string; reason: string; setAsideId: string },
): Promise<Outcome<{ seenAt: Date; text: string }[], 'not_found' | ActionRefusal>> {
  let said: { seenAt: Date; text: string }[] = []
  const record = { action: 'set-aside.read' as const, subject: setAsideId, detail: {} }
  const performed = await perform(deps, { ...record, actor, reason }, async (tx) => {
    const found = await deps.payments.rawOfSetAside(tx, { setAsideId })
    if (!found.ok) return found
    said = found.value
    return ok(null)
  })
  return performed.ok ? ok(said) : performed
}
