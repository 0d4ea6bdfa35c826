import type { Transaction } from '../../platform/database/database.ts'
import type { OrdersDeps } from './deps.ts'
import { isUnderWay, type OrderStatus, statusAfterMoney } from './domain/order.ts'
import { decisionDay } from './domain/step-deadlines.ts'
import { currentDay } from './due-day.ts'
import { appendEvent, hasBegun } from './events-store.server.ts'
import { orderOnHoldMessage } from './messages.ts'
import { notifyCustomer } from './notify-customer.ts'
import { lockOrder, type OrderRow, stepsOf, updateOrder } from './store.server.ts'
import { orderOnHoldForTeam } from './team-messages.ts'

type Deps = Omit<OrdersDeps, 'database' | 'storage' | 'enqueue'>

/**
 * Puts an order on hold when all its money was returned, and resumes it when there is money again. Reads the order's money
 * here, so that events in any order lead to the same status. Notifies customer and team when the order is put on hold; for a
 * completed order, only the team, which has delivered without payment. Money that a won dispute returns for a cancelled order
 * needs a decision by the team.
 */
export async function followMoney(
  tx: Transaction,
  { orderId }: { orderId: string },
  deps: Deps,
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) throw new Error(`the money of unknown order ${orderId} changed`)
  const isFunded = (await deps.fundingOf(tx, orderId)) === 'funded'
  const status = statusAfterMoney(order.status, { isFunded, hasBegun: await hasBegun(tx, order) })
  if (status) await change(tx, { order, status }, deps)
  if (status === 'on_hold')
    await notifyCustomer(tx, order, deps, (recipient) => ({
      kind: 'order.on-hold',
      about: [orderId],
      ...orderOnHoldMessage({ ...recipient, serviceTitle: order.serviceTitle }),
    }))
  if (isFunded && order.status === 'cancelled') await deps.reviewRegained(tx, { orderId })
  if (!isFunded && (isUnderWay(order.status) || order.status === 'completed'))
    await deps.send(tx, {
      to: deps.teamEmail(),
      channel: 'email',
      kind: 'order.money-returned',
      ...orderOnHoldForTeam({ ...order, deskUrl: deps.links.deskOrder(orderId) }),
    })
}

async function change(
  tx: Transaction,
  { order, status }: { order: OrderRow; status: OrderStatus },
  { clock, newId }: Deps,
): Promise<void> {
  const now = clock.now()
  const isHeld = status === 'on_hold'
  const dueOn = isHeld ? decisionDay(now) : currentDay(await stepsOf(tx, order.id), order)
  await updateOrder(tx, order.id, { status, dueOn, updatedAt: now })
  await appendEvent(tx, { id: newId(), orderId: order.id, kind: isHeld ? 'held' : 'resumed', at: now })
}

/** Resumes an order on hold when one of its instalments is paid. */
export async function resumeOnPayment(
  tx: Transaction,
  { orderId }: { orderId: string },
  deps: Deps,
): Promise<void> {
  if ((await lockOrder(tx, orderId))?.status === 'on_hold') await followMoney(tx, { orderId }, deps)
}
