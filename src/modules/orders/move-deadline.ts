import { daysBetween, type IsoDate, isIsoDate, todayInSaoPaulo } from '../../core/calendar.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { OrdersDeps } from './deps.ts'
import { isUnderWay } from './domain/order.ts'
import { moveDeadline } from './domain/step-deadlines.ts'
import { readWords } from './domain/step-evidence.ts'
import { dayOf } from './due-day.ts'
import { appendEvent } from './events-store.server.ts'
import { type EditRefusal, lockForEdit, type OrderEdit } from './lock-for-edit.ts'
import { deadlineMovedMessage } from './messages.ts'
import { notifyCustomer } from './notify-customer.ts'
import { setStepDeadlines, stepsOf, updateOrder } from './store.server.ts'

/** Maximum number of days from today to which a step can be moved. */
const maxDays = 365

/**
 * Moves the due day of an open step, for a reason that the customer reads. The adjacent steps are adjusted, and with the
 * last one the promised delivery.
 *
 * @param to 'YYYY-MM-DD', from today on
 * @returns the delivery date
 */
export async function moveStepDeadline(
  tx: Transaction,
  {
    stepNumber,
    to,
    words,
    by,
    ...edit
  }: OrderEdit & { stepNumber: number; to: IsoDate; words: string; by: string },
  deps: Pick<OrdersDeps, 'clock' | 'newId' | 'send' | 'contactOf' | 'links'>,
): Promise<
  Outcome<
    { deliveryDate: IsoDate },
    EditRefusal | 'illegal_move' | 'not_open' | 'invalid_date' | 'same_date' | 'invalid_words'
  >
> {
  const locked = await lockForEdit(tx, edit)
  if (!locked.ok) return locked
  const order = locked.value
  if (!isUnderWay(order.status)) return refuse('illegal_move', order.status)
  const open = (await stepsOf(tx, order.id)).filter((step) => !step.completed)
  const index = open.findIndex((step) => step.stepNumber === stepNumber)
  const step = open[index]
  if (!step) return refuse('not_open')
  const now = deps.clock.now()
  const ahead = isIsoDate(to) ? daysBetween(todayInSaoPaulo(now), to) : -1
  if (ahead < 0 || ahead > maxDays) return refuse('invalid_date')
  const from = dayOf(step, order)
  if (from === to) return refuse('same_date')
  const reason = readWords(words)
  if (reason === undefined) return refuse('invalid_words')

  const days = moveDeadline(
    open.map((each) => dayOf(each, order)),
    { index, to },
  )
  const deliveryDate = days.at(-1) ?? order.deliveryDate
  await setStepDeadlines(
    tx,
    order.id,
    open.map((each, at) => ({ stepNumber: each.stepNumber, dueOn: days[at] ?? deliveryDate })),
  )
  await updateOrder(tx, order.id, { deliveryDate, dueOn: days[0] ?? null, updatedAt: now })
  await appendEvent(tx, {
    id: deps.newId(),
    orderId: order.id,
    kind: 'deadline_moved',
    at: now,
    by,
    stepNumber,
    text: reason,
    detail: { from, to },
  })
  await notifyCustomer(tx, order, deps, (recipient) => ({
    kind: 'order.deadline-moved',
    about: [order.id, String(stepNumber), to],
    ...deadlineMovedMessage({
      ...recipient,
      step: step.stepName,
      to,
      reason,
      deliveryDate: deliveryDate === order.deliveryDate ? undefined : deliveryDate,
    }),
  }))
  return ok({ deliveryDate })
}
