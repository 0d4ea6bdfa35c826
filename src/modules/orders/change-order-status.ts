import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { OrdersDeps } from './deps.ts'
import { type OrderStatus, orderMachine, resumedStatus } from './domain/order.ts'
import type { OrderEventKind } from './domain/order-event.ts'
import { readWords } from './domain/step-evidence.ts'
import { comingDayOf, currentDay } from './due-day.ts'
import { appendEvent, hasBegun } from './events-store.server.ts'
import { type EditRefusal, lockForEdit, type OrderEdit } from './lock-for-edit.ts'
import { orderCancelledMessage, workStartedMessage } from './messages.ts'
import { notifyCustomer } from './notify-customer.ts'
import { type OrderRow, stepsOf, updateOrder } from './store.server.ts'

type Deps = Pick<OrdersDeps, 'clock' | 'newId'>

export type StatusChangeRefusal = EditRefusal | 'illegal_move'

/** A decision of an operator, with its reason. */
interface Decision extends OrderEdit {
  by?: string
  reason?: string
}

/**
 * Starts the work of the staff: paid → in_progress, and notifies the customer. Like every status change, runs in the caller's
 * transaction.
 */
export async function startWork(
  tx: Transaction,
  decision: Decision,
  deps: Deps & Pick<OrdersDeps, 'send' | 'contactOf' | 'links'>,
): Promise<Outcome<{ status: OrderStatus }, StatusChangeRefusal>> {
  const locked = await lockForEdit(tx, decision)
  if (!locked.ok) return locked
  const order = locked.value
  if (order.status !== 'paid') return refuse('illegal_move', order.status)
  const started = await changeStatus(tx, { order, to: 'in_progress', kind: 'started', decision }, deps)
  if (started.ok) await notifyStarted(tx, order, deps)
  return started
}

async function notifyStarted(
  tx: Transaction,
  order: OrderRow,
  deps: Pick<OrdersDeps, 'clock' | 'send' | 'contactOf' | 'links'>,
): Promise<void> {
  const step = (await stepsOf(tx, order.id)).find(({ completed }) => !completed)
  if (!step) return
  const dueOn = comingDayOf(step, order, deps.clock.now())
  await notifyCustomer(tx, order, deps, (recipient) => ({
    kind: 'order.started',
    about: [order.id],
    ...workStartedMessage({ ...recipient, step: step.stepName, dueOn }),
  }))
}

/** Resumes an order whose money was returned. Refuses `illegal_move` for an order that is not on hold. */
export async function resumeOrder(
  tx: Transaction,
  decision: Decision,
  deps: Deps,
): Promise<Outcome<{ status: OrderStatus }, StatusChangeRefusal>> {
  const locked = await lockForEdit(tx, decision)
  if (!locked.ok) return locked
  const order = locked.value
  if (order.status !== 'on_hold') return refuse('illegal_move', order.status)
  const dueOn = currentDay(await stepsOf(tx, order.id), order)
  const to = resumedStatus(await hasBegun(tx, order))
  return changeStatus(tx, { order, to, kind: 'resumed', decision, dueOn }, deps)
}

/**
 * Cancels an order; its money is handled by payments. Locks the order's row even if it refuses. The customer is notified
 * when the team cancels the order; a customer who withdraws receives the acknowledgement of the withdrawal instead.
 *
 * @param words explanation for the customer; optional
 */
export async function cancelOrder(
  tx: Transaction,
  { words = '', ...decision }: Decision & { words?: string },
  deps: Deps & Pick<OrdersDeps, 'send' | 'contactOf' | 'links'>,
): Promise<Outcome<{ status: OrderStatus }, StatusChangeRefusal | 'invalid_words'>> {
  const locked = await lockForEdit(tx, decision)
  if (!locked.ok) return locked
  const read = words.trim() === '' ? '' : readWords(words)
  if (read === undefined) return refuse('invalid_words')
  const order = locked.value
  const cancelled = await changeStatus(tx, { order, to: 'cancelled', kind: 'cancelled', decision }, deps)
  if (cancelled.ok && decision.by !== undefined)
    await notifyCustomer(tx, order, deps, (recipient) => ({
      kind: 'order.cancelled',
      ...orderCancelledMessage({ ...recipient, words: read }),
    }))
  return cancelled
}

async function changeStatus(
  tx: Transaction,
  {
    order,
    to,
    kind,
    decision: { by, reason },
    dueOn,
  }: {
    order: OrderRow
    to: OrderStatus
    kind: OrderEventKind
    decision: Decision
    dueOn?: string | null
  },
  { clock, newId }: Deps,
): Promise<Outcome<{ status: OrderStatus }, 'illegal_move'>> {
  const moved = orderMachine.move(order.status, to)
  if (!moved.ok) return moved
  const now = clock.now()
  await updateOrder(tx, order.id, { status: to, updatedAt: now, ...(dueOn !== undefined && { dueOn }) })
  await appendEvent(tx, { id: newId(), orderId: order.id, kind, at: now, by, text: reason })
  return ok({ status: to })
}
