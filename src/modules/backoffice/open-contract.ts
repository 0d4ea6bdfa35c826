import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Orders } from '../orders/index.server.ts'
import type { ContractPdf, Receipts } from '../receipts/index.server.ts'
import type { ActionRefusal, PerformDeps } from './perform.ts'
import { readAudited } from './read-audited.ts'

/**
 * Returns the contract of an order as its customer has it. It names a person in full, so the audit log records who opened
 * it. It is built before the audit transaction, which must not wait for anything, and returned only when the access is
 * recorded.
 */
export async function openContract(
  deps: PerformDeps & { orders: Pick<Orders, 'openForTeam'>; receipts: Pick<Receipts, 'openContract'> },
  { actor, reason, orderId }: { actor: string; reason: string; orderId: string },
): Promise<Outcome<ContractPdf, 'not_found' | ActionRefusal>> {
  const order = await deps.orders.openForTeam({ text: orderId })
  const made = order && (await deps.receipts.openContract({ orderId: order.id, userId: order.userId }))
  const record = {
    action: 'contract.open' as const,
    subject: order?.userId ?? orderId,
    detail: { orderId },
  }
  return readAudited(deps, { ...record, actor, reason }, async () => (made ? ok(made) : refuse('not_found')))
}
