import type { Outcome } from '../../core/outcome.ts'
import type { CompletedStep, Orders, StepDone, StepFileRefusal, StepRefusal } from '../orders/index.server.ts'
import { may } from '../team/public.ts'
import { type ActionRefusal, type PerformDeps, perform } from './perform.ts'

type StepToComplete = Omit<StepDone, 'by' | 'fileId'> & {
  actor: string
  /** The evidence counts as the reason when no other is given. */
  reason?: string
  /** An evidence file, as the browser sent it. */
  file?: { name: string; bytes: Uint8Array } | undefined
}

/** Completes a step with its evidence. A file is stored beforehand, which requires the right to complete steps. */
export async function completeStep(
  deps: PerformDeps & { orders: Pick<Orders, 'completeStep' | 'addStepFile'> },
  { actor, reason = 'etapa concluída, com prova', file, ...step }: StepToComplete,
): Promise<Outcome<CompletedStep, StepRefusal | StepFileRefusal | ActionRefusal>> {
  const { orderId, stepNumber, version, isShared = false } = step
  const role = file && (await deps.database.transaction((tx) => deps.identity.roleOf(tx, actor)))
  // A member without the right is refused below, as if there were no file.
  const stored =
    file && may(role, 'order.step')
      ? await deps.orders.addStepFile({ orderId, ...file, by: actor })
      : undefined
  if (stored && !stored.ok) return stored
  const fileId = stored?.value
  const detail = {
    stepNumber,
    isShared,
    ...(version !== undefined && { version }),
    ...(fileId && { fileId }),
  }
  return perform(deps, { action: 'order.step', actor, subject: orderId, reason, detail }, (tx) =>
    deps.orders.completeStep(tx, { ...step, by: actor, fileId }),
  )
}
