import { type Outcome, ok } from '../../core/outcome.ts'
import type { OpenedFile, Orders } from '../orders/index.server.ts'
import { type ActionRefusal, type PerformDeps, perform } from './perform.ts'

/** The file that proves a step. It may show a customer's debts: who opened it is in the audit log. */
export async function openEvidence(
  deps: PerformDeps & { orders: Pick<Orders, 'openStepFile'> },
  { actor, orderId, fileId }: { actor: string; orderId: string; fileId: string },
): Promise<Outcome<OpenedFile, 'not_found' | ActionRefusal>> {
  let file: OpenedFile | undefined
  const record = { action: 'order.evidence' as const, subject: orderId, detail: { fileId } }
  const performed = await perform(deps, { ...record, actor, reason: 'abriu a prova' }, async () => {
    const opened = await deps.orders.openStepFile({ orderId, fileId })
    if (!opened.ok) return opened
    file = opened.value
    return ok(null)
  })
  if (!performed.ok) return performed
  if (!file) throw new Error('a file was opened and is not there')
  return ok(file)
}
