import { findCompletion, markAnnounced } from './completions-store.server.ts'
import type { OrdersDeps } from './deps.ts'
import { dayOf } from './due-day.ts'
import { stepCompletedMessage } from './messages.ts'
import { lockOrder, stepsOf } from './store.server.ts'

/** Notifies the customer once that a step is done, unless it was undone or reopened meanwhile. */
export async function announceStep(
  {
    database,
    clock,
    send,
    contactOf,
    links,
  }: Pick<OrdersDeps, 'database' | 'clock' | 'send' | 'contactOf' | 'links'>,
  { completionId }: { completionId: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    const found = await findCompletion(tx, completionId)
    const order = found && (await lockOrder(tx, found.orderId))
    // Read again under the order's lock, so that a concurrent undo happens entirely before or after.
    const completion = order && (await findCompletion(tx, completionId))
    if (!completion || completion.endedAt || completion.announcedAt) return
    await markAnnounced(tx, completionId, clock.now())
    const contact = await contactOf(tx, order.userId)
    if (!contact) return
    const steps = await stepsOf(tx, order.id)
    const next = steps.find((step) => !step.completed)
    // The last step is the delivery; customers cannot unsubscribe from its message.
    const delivery = next ? undefined : ({ kind: 'order.delivered' } as const)
    await send(tx, {
      ...{ to: contact.email, channel: 'email', userId: order.userId, orderId: order.id },
      ...(delivery ?? { kind: 'order.step-completed' }),
      ...stepCompletedMessage({
        nome: contact.nome,
        number: order.number,
        step: steps.find(({ stepNumber }) => stepNumber === completion.stepNumber)?.stepName ?? '',
        words: completion.words,
        protocol: completion.isShared ? completion.protocol : null,
        hasFile: completion.isShared && completion.fileId !== null,
        open: steps.filter((step) => !step.completed).length,
        next: next && { name: next.stepName, dueOn: dayOf(next, order) },
        trackingUrl: links.trackOrder(order.number),
      }),
    })
  })
}
