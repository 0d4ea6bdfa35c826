import type { Executor } from '../../platform/database/database.ts'
import { findCompletion } from './completions-store.server.ts'
import { idleStatuses } from './domain/order.ts'
import { selectStatus, stepsOf } from './store.server.ts'

/**
 * Whether a message of ours that waited for the morning is still valid: its order is still on hold; the work that it
 * announces is under way or finished; its completed step is still completed; or its step still has the new due day.
 */
export async function isMessageValid(
  executor: Executor,
  { kind, about: [orderId = '', subject = '', day] }: { kind: string; about: readonly string[] },
): Promise<boolean> {
  switch (kind) {
    case 'order.on-hold':
      return (await selectStatus(executor, orderId)) === 'on_hold'
    case 'order.started':
      return !(await isIdle(executor, orderId))
    case 'order.step-completed':
    case 'order.delivered': {
      const completion = await findCompletion(executor, subject)
      return completion?.endedAt === null && !(await isIdle(executor, orderId))
    }
    case 'order.deadline-moved': {
      const open = (await stepsOf(executor, orderId)).filter(({ completed }) => !completed)
      const isDue = open.some(({ stepNumber, dueOn }) => String(stepNumber) === subject && dueOn === day)
      return isDue && !(await isIdle(executor, orderId))
    }
    default:
      return true
  }
}

async function isIdle(executor: Executor, orderId: string): Promise<boolean> {
  const status = await selectStatus(executor, orderId)
  return idleStatuses.some((idle) => idle === status)
}
