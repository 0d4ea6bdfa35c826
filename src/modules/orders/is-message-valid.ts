import type { Executor } from '../../platform/database/database.ts'
import { selectStatus, stepsOf } from './store.server.ts'

/**
 * Whether a message of ours that waited for the day is still valid: its order is still on hold; is still worked on, or delivered; or the
 * step that it gives a new day still has this day.
 */
export async function isMessageValid(
  executor: Executor,
  { kind, about: [orderId = '', step, day] }: { kind: string; about: readonly string[] },
): Promise<boolean> {
  switch (kind) {
    case 'order.on-hold':
      return (await selectStatus(executor, orderId)) === 'on_hold'
    case 'order.started': {
      const status = await selectStatus(executor, orderId)
      return status === 'in_progress' || status === 'completed'
    }
    case 'order.deadline-moved': {
      const steps = await stepsOf(executor, orderId)
      return steps.some((row) => String(row.stepNumber) === step && !row.completed && row.dueOn === day)
    }
    default:
      return true
  }
}
