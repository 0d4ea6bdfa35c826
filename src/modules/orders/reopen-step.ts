import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { currentCompletion, endCompletion, findCompletion } from './completions-store.server.ts'
import type { OrdersDeps } from './deps.ts'
import { isUnderWay, type OrderStatus, progressOf } from './domain/order.ts'
import { decisionDay } from './domain/step-deadlines.ts'
import { readWords, undoUntil } from './domain/step-evidence.ts'
import { currentDay } from './due-day.ts'
import { appendEvent } from './events-store.server.ts'
import { type EditRefusal, lockForEdit, type OrderEdit } from './lock-for-edit.ts'
import { stepReopenedMessage } from './messages.ts'
import { notifyCustomer } from './notify-customer.ts'
import { lockOrder, markStep, type OrderRow, stepsOf, updateOrder } from './store.server.ts'

type Deps = Pick<OrdersDeps, 'clock' | 'newId' | 'fundingOf' | 'send' | 'contactOf' | 'links'>

interface Reopened {
  status: OrderStatus
  progress: number
}

/**
 * Undoes a completion before the customer is notified. Refuses `too_late` after the undo period: then the step can be
 * reopened, with a reason.
 */
export async function undoStep(
  tx: Transaction,
  { orderId, completionId, by }: { orderId: string; completionId: string; by: string },
  deps: Deps,
): Promise<Outcome<Reopened, 'not_found' | 'too_late' | 'illegal_move'>> {
  if (!isUuid(orderId) || !isUuid(completionId)) return refuse('not_found')
  const order = await lockOrder(tx, orderId)
  const completion = order && (await findCompletion(tx, completionId))
  if (!completion || completion.orderId !== orderId || completion.endedAt) return refuse('not_found')
  if (completion.announcedAt || deps.clock.now() > undoUntil(completion.completedAt))
    return refuse('too_late')
  return openAgain(tx, { order, stepNumber: completion.stepNumber, by, kind: 'step_undone' }, deps)
}

/**
 * Reopens a completed step, also of a completed order. The customer receives the reason, if they were notified that the step
 * was done.
 *
 * @returns whether the customer was notified, besides the order's status and progress
 */
export async function reopenStep(
  tx: Transaction,
  { stepNumber, words, by, ...edit }: OrderEdit & { stepNumber: number; words: string; by: string },
  deps: Deps,
): Promise<
  Outcome<
    Reopened & { isNotified: boolean },
    EditRefusal | 'illegal_move' | 'not_completed' | 'invalid_words'
  >
> {
  const locked = await lockForEdit(tx, edit)
  if (!locked.ok) return locked
  const order = locked.value
  const reason = readWords(words)
  if (reason === undefined) return refuse('invalid_words')
  const steps = await stepsOf(tx, order.id)
  const step = steps.find((each) => each.stepNumber === stepNumber)
  if (!step?.completed) return refuse('not_completed')
  const completion = await currentCompletion(tx, { orderId: order.id, stepNumber })
  const reopened = await openAgain(tx, { order, stepNumber, by, kind: 'step_reopened', text: reason }, deps)
  if (!reopened.ok) return reopened
  // Steps completed by an earlier version were never announced, but the page has shown them since.
  const isKnown = !completion || completion.announcedAt !== null
  const isNotified =
    isKnown &&
    (await notifyCustomer(tx, order, deps, (recipient) => ({
      kind: 'order.step-reopened',
      ...stepReopenedMessage({ ...recipient, step: step.stepName, reason }),
    })))
  return ok({ ...reopened.value, isNotified })
}

async function openAgain(
  tx: Transaction,
  {
    order,
    stepNumber,
    ...event
  }: {
    order: OrderRow
    stepNumber: number
    by: string
    kind: 'step_undone' | 'step_reopened'
    text?: string
  },
  { clock, newId, fundingOf }: Deps,
): Promise<Outcome<Reopened, 'illegal_move'>> {
  const wasCompleted = order.status === 'completed'
  if (!wasCompleted && !isUnderWay(order.status)) return refuse('illegal_move', order.status)
  const now = clock.now()
  const orderId = order.id
  const completion = await currentCompletion(tx, { orderId, stepNumber })
  if (completion) await endCompletion(tx, completion.id, now)
  await markStep(tx, { orderId, stepNumber, completedDate: null })
  const steps = await stepsOf(tx, orderId)
  const progress = progressOf(steps)
  // A completed order stays completed when its money is returned; if work on it starts again, a decision is needed
  // first.
  const isFunded = !wasCompleted || (await fundingOf(tx, orderId)) === 'funded'
  const status = isFunded ? 'in_progress' : 'on_hold'
  const dueOn = isFunded ? currentDay(steps, order) : decisionDay(now)
  await updateOrder(tx, orderId, { status, progress, dueOn, updatedAt: now })
  const detail = completion ? { completionId: completion.id } : {}
  await appendEvent(tx, { id: newId(), orderId, at: now, stepNumber, detail, ...event })
  return ok({ status, progress })
}
