import type { Outcome } from '../../core/outcome.ts'
import type { OpenedFile, Orders } from '../orders/index.server.ts'
import type { ActionRefusal, PerformDeps } from './perform.ts'
import { readAudited } from './read-audited.ts'

/**
 * Returns the evidence file of a step. It may show a customer's debts, so the audit log records who opened it. It is
 * read before the audit transaction, which must not wait for anything, and returned only when the access is recorded.
 */
export async function openEvidence(
  deps: PerformDeps & { orders: Pick<Orders, 'openStepFile'> },
  { actor, orderId, fileId }: { actor: string; orderId: string; fileId: string },
): Promise<Outcome<OpenedFile, 'not_found' | ActionRefusal>> {
  const opened = await deps.orders.openStepFile({ orderId, fileId })
  const record = { action: 'order.evidence' as const, subject: orderId, detail: { fileId } }
  return readAudited(deps, { ...record, actor, reason: 'abriu a prova' }, async () => opened)
}
