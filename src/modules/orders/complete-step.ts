import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { insertCompletion, takeStepFile } from './completions-store.server.ts'
import type { OrdersDeps } from './deps.ts'
import { isUnderWay, type OrderStatus, progressOf } from './domain/order.ts'
import { readProtocol, readWords, undoUntil } from './domain/step-evidence.ts'
import { currentDay } from './due-day.ts'
import { appendEvent } from './events-store.server.ts'
import { type EditRefusal, lockForEdit, type OrderEdit } from './lock-for-edit.ts'
import { markStep, stepsOf, updateOrder } from './store.server.ts'

export interface StepDone extends OrderEdit {
  stepNumber: number
  /** The text for the customer. */
  words: string
  /** Protocol numbers at third parties; empty when a file is the evidence. */
  protocol?: string
  /** A stored file that is not used yet. */
  fileId?: string | undefined
  /** True when the customer also sees the evidence. */
  isShared?: boolean
  /** User id of the team member. */
  by: string
}

export type StepRefusal =
  | EditRefusal
  | 'illegal_move'
  /** The step is completed, or is not the next one. */
  | 'not_next'
  /** Neither protocol nor file. */
  | 'no_evidence'
  | 'invalid_protocol'
  /** Too short, too long, or contains a CPF. */
  | 'invalid_words'
  | 'unknown_file'

export interface CompletedStep {
  status: OrderStatus
  progress: number
  completionId: string
  /**
   * Time until which it can be undone before the customer is notified; in ISO 8601, because the audit log stores it.
   */
  undoUntil: string
}

/**
 * Completes the next open step with its evidence. The first step sets the order to in progress, the last one completes the
 * order. The customer sees it at once, and is notified when it can no longer be undone.
 */
export async function completeStep(
  tx: Transaction,
  { stepNumber, words, protocol = '', fileId, isShared = false, by, ...edit }: StepDone,
  { clock, newId, enqueue }: Pick<OrdersDeps, 'clock' | 'newId' | 'enqueue'>,
): Promise<Outcome<CompletedStep, StepRefusal>> {
  const locked = await lockForEdit(tx, edit)
  if (!locked.ok) return locked
  const order = locked.value
  if (!isUnderWay(order.status)) return refuse('illegal_move', order.status)
  const steps = await stepsOf(tx, order.id)
  if (steps.find((step) => !step.completed)?.stepNumber !== stepNumber) return refuse('not_next')
  const read = { words: readWords(words), protocol: readProtocol(protocol) }
  if (read.words === undefined) return refuse('invalid_words')
  if (read.protocol === undefined) return refuse('invalid_protocol')
  if (read.protocol === null && fileId === undefined) return refuse('no_evidence')

  const now = clock.now()
  if (fileId !== undefined && !(await takeStepFile(tx, { id: fileId, orderId: order.id, usedAt: now }))) {
    return refuse('unknown_file')
  }
  const completionId = newId()
  await insertCompletion(tx, {
    id: completionId,
    orderId: order.id,
    stepNumber,
    words: read.words,
    protocol: read.protocol,
    fileId: fileId ?? null,
    isShared,
    completedBy: by,
    completedAt: now,
    announcedAt: null,
    endedAt: null,
  })
  await markStep(tx, { orderId: order.id, stepNumber, completedDate: now })
  const after = steps.map((step) => ({
    ...step,
    completed: step.completed || step.stepNumber === stepNumber,
  }))
  const status = after.every((step) => step.completed) ? 'completed' : 'in_progress'
  const progress = progressOf(after)
  await updateOrder(tx, order.id, { status, progress, dueOn: currentDay(after, order), updatedAt: now })
  await appendEvent(tx, {
    id: newId(),
    orderId: order.id,
    kind: 'step_completed',
    at: now,
    by,
    stepNumber,
    text: read.words,
    detail: { completionId },
  })
  const until = undoUntil(now)
  await enqueue(tx, 'orders.announce-step', { completionId }, { startAfter: until })
  return ok({ status, progress, completionId, undoUntil: until.toISOString() })
}
