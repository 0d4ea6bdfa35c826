import { type Outcome, ok } from '../../core/outcome.ts'
import type { OpenedFile, Orders } from '../orders/index.server.ts'
import { type ActionRefusal, type PerformDeps, perform } from './perform.ts'

/**
 * The file that proves a step. It may show a customer's debts: who opened it is in the audit log. It is read before the
 * transaction of the record, which must wait for nothing, and given to nobody who is not on record.
 */
export async function openEvidence(
  deps: PerformDeps & { orders: Pick<Orders, 'openStepFile'> },
  { actor, orderId, fileId }: { actor: string; orderId: string; fileId: string },
): Promise<Outcome<OpenedFile, 'not_found' | ActionRefusal>> {
  const opened = await deps.orders.openStepFile({ orderId, fileId })
  const record = { action: 'order.evidence' as const, subject: orderId, detail: { fileId } }
  const performed = await perform(deps, { ...record, actor, reason: 'abriu a prova' }, async () =>
    opened.ok ? ok(null) : opened,
  )
  return performed.ok ? opened : performed
}
