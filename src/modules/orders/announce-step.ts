import { type CompletionRow, findCompletion, markAnnounced } from './completions-store.server.ts'
import type { OrdersDeps } from './deps.ts'
import { isUnderWay } from './domain/order.ts'
import { comingDayOf } from './due-day.ts'
import { stepCompletedMessage } from './messages.ts'
import { notifyCustomer } from './notify-customer.ts'
import { lockOrder, type StepRow, stepsOf } from './store.server.ts'

/**
 * Notifies the customer once that a step is done, unless it was undone or reopened meanwhile, or the order was cancelled or
 * put on hold: then the customer sees it on the page of the order only. Names what was open when the step was completed,
 * because the next step may be done by now and have its own message.
 */
export async function announceStep(
  deps: Pick<OrdersDeps, 'database' | 'clock' | 'send' | 'contactOf' | 'links'>,
  { completionId }: { completionId: string },
): Promise<void> {
  await deps.database.transaction(async (tx) => {
    const found = await findCompletion(tx, completionId)
    const order = found && (await lockOrder(tx, found.orderId))
    // Read again under the order's lock, so that a concurrent undo happens entirely before or after.
    const completion = order && (await findCompletion(tx, completionId))
    if (!completion || completion.endedAt || completion.announcedAt) return
    if (order.status !== 'completed' && !isUnderWay(order.status)) return
    await markAnnounced(tx, completionId, deps.clock.now())
    const steps = await stepsOf(tx, order.id)
    const open = steps.filter((step) => wasOpen(step, completion))
    const [next] = open
    // The completion that left nothing open is the delivery; customers cannot unsubscribe from its message.
    const delivery = next ? undefined : ({ kind: 'order.delivered' } as const)
    await notifyCustomer(tx, order, deps, (recipient) => ({
      ...(delivery ?? { kind: 'order.step-completed' }),
      about: [order.id, completion.id],
      ...stepCompletedMessage({
        ...recipient,
        step: steps.find(({ stepNumber }) => stepNumber === completion.stepNumber)?.stepName ?? '',
        words: completion.words,
        protocol: completion.isShared ? completion.protocol : null,
        hasFile: completion.isShared && completion.fileId !== null,
        open: open.length,
        next: next && { name: next.stepName, dueOn: comingDayOf(next, order, deps.clock.now()) },
      }),
    }))
  })
}

/** Whether a step was still open right after a completion. Within one millisecond, steps are completed in sequence. */
function wasOpen(
  { completed, completedDate, stepNumber }: StepRow,
  { completedAt, stepNumber: completedStep }: CompletionRow,
): boolean {
  if (!completed) return true
  const laterBy = completedDate ? completedDate.getTime() - completedAt.getTime() : 0
  return laterBy > 0 || (laterBy === 0 && stepNumber > completedStep)
}
