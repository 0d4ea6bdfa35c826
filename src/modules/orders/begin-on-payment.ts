import { todayInSaoPaulo } from '../../core/calendar.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { pipelined } from '../../platform/database/pipelined.ts'
import { deliveryDate } from '../catalogue/public.ts'
import type { OrdersDeps } from './deps.ts'
import { spreadDeadlines } from './domain/step-deadlines.ts'
import { appendEvent } from './events-store.server.ts'
import { followMoney } from './follow-money.ts'
import { paymentConfirmedMessage } from './messages.ts'
import { notifyCustomer } from './notify-customer.ts'
import { lockOrder, type OrderRow, setStepDeadlines, stepsOf, updateOrder } from './store.server.ts'

/**
 * Starts an order on its first approved payment, whichever instalment it is, and notifies the customer. If the money was
 * returned meanwhile, an event that may have been handled first, the order is put on hold at once.
 */
export async function beginOnPayment(
  tx: Transaction,
  { orderId }: { orderId: string },
  deps: Parameters<typeof followMoney>[2],
): Promise<void> {
  const order = await begin(tx, orderId, deps)
  if (!order) return
  if ((await deps.fundingOf(tx, orderId)) === 'returned') return followMoney(tx, { orderId }, deps)
  await notifyCustomer(tx, order, deps, (recipient) => ({
    kind: 'order.paid',
    ...paymentConfirmedMessage({
      ...recipient,
      serviceTitle: order.serviceTitle,
      deliveryDate: order.deliveryDate,
      isContacted: order.contactedAt !== null,
    }),
  }))
}

/**
 * Handles the first confirmed payment: pending → paid. The delivery period and the time of each step start that day. Later payments, and
 * payments of a cancelled order, change nothing.
 *
 * @returns the updated order, or undefined when its status did not change
 */
async function begin(
  tx: Transaction,
  orderId: string,
  { clock, newId }: Pick<OrdersDeps, 'clock' | 'newId'>,
): Promise<OrderRow | undefined> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`an instalment of unknown order ${orderId} was paid`)
  if (order.status !== 'pending') return undefined
  const now = clock.now()
  const startDate = todayInSaoPaulo(now)
  const { deliveryDays, deliveryKind: kind } = order
  const dayAfter = (days: number) => deliveryDate({ start: startDate, deadline: { days, kind } })
  const steps = await stepsOf(tx, orderId)
  const days = spreadDeadlines({ days: deliveryDays, steps: steps.length, dayAfter })
  const change = {
    status: 'paid' as const,
    startDate,
    deliveryDate: dayAfter(deliveryDays),
    dueOn: days[0] ?? null,
    updatedAt: now,
  }
  await pipelined(
    updateOrder(tx, orderId, change),
    setStepDeadlines(
      tx,
      orderId,
      steps.flatMap(({ stepNumber }, at) => {
        const dueOn = days[at]
        return dueOn === undefined ? [] : [{ stepNumber, dueOn }]
      }),
    ),
    appendEvent(tx, { id: newId(), orderId, kind: 'paid', at: now }),
  )
  return { ...order, ...change }
}
