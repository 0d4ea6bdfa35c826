import { todayInSaoPaulo } from '../../core/calendar.ts'
import { isUuid } from '../../core/ids.ts'
import type { Centavos } from '../../core/money.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { ContractingDeps, HiringViewer } from './deps.ts'
import { withdrawalUntil } from './domain/withdrawal.ts'
import { withdrawalMessage } from './messages.ts'
import { lenientOpening } from './sealed-contracts.server.ts'
import { insertWithdrawal, selectAcceptance, selectWithdrawal, selectWithdrawals } from './store.server.ts'

export type WithdrawalRefusal =
  | 'not_found'
  /** The withdrawal period has ended. */
  | 'too_late'
  /** The order is already cancelled, and nothing that was paid for it is left to refund. */
  | 'not_open'

/** Centavos: `refunded` is requested from the provider, `checking` has to be checked by the team first. */
export interface WithdrawnMoney {
  refunded: Centavos
  checking: Centavos
}

/** A withdrawal, for the customer who made it. */
export interface Withdrawal extends WithdrawnMoney {
  withdrawnAt: Date
  /** Whether the team received some of the order's money outside the providers, and returns it itself. */
  isPaidByHand: boolean
}

/** The withdrawals from the given orders of a user, by order id. */
export async function withdrawalsOf(
  { database, payments }: ContractingDeps,
  { orderIds, userId }: { orderIds: readonly string[]; userId: string },
): Promise<Map<string, Withdrawal>> {
  const rows = orderIds.length === 0 ? [] : await selectWithdrawals(database, orderIds)
  const own = rows.filter((row) => row.userId === userId)
  const paidByHand = await payments.ordersPaidByHand(
    database,
    own.map(({ orderId }) => orderId),
  )
  return new Map(
    own.map(({ orderId, refunded, checking, withdrawnAt }) => [
      orderId,
      { refunded, checking, withdrawnAt, isPaidByHand: paidByHand.has(orderId) },
    ]),
  )
}

/**
 * Withdraws from a contract within the withdrawal period, on the site where it was signed (CDC art. 49; Decreto 7.962,
 * art. 5): cancels the order and its open instalments, requests refunds of the payments and sends the acknowledgement,
 * all in one transaction. A repeated request returns the result of the first. An order that the team cancelled without
 * refunding all of it can still be withdrawn from: the right to the money ends with the period, not with the order.
 */
export async function withdraw(
  { database, sealing, clock, newId, links, orders, payments, send }: ContractingDeps,
  { orderId, viewer }: { orderId: string; viewer: HiringViewer },
): Promise<Outcome<WithdrawnMoney, WithdrawalRefusal>> {
  if (!isUuid(orderId)) return refuse('not_found')
  const orderNumber = (await orders.numbersOf({ userId: viewer.id })).get(orderId)
  if (orderNumber === undefined) return refuse('not_found')
  return database.transaction(async (tx) => {
    const acceptance = await selectAcceptance(tx, { orderId, userId: viewer.id }, lenientOpening(sealing))
    if (!acceptance) return refuse('not_found')
    const now = clock.now()
    const isLate = todayInSaoPaulo(now) > withdrawalUntil(todayInSaoPaulo(acceptance.acceptedAt))
    const cancelled = isLate ? undefined : await orders.cancelOrder(tx, { orderId })
    // Read under the order's lock, so that a concurrent withdrawal is seen.
    const existing = await selectWithdrawal(tx, orderId)
    if (existing) return ok({ refunded: existing.refunded, checking: existing.checking })
    if (!cancelled) return refuse('too_late')
    if (!cancelled.ok && cancelled.code !== 'illegal_move') return refuse('not_open', cancelled.code)

    await payments.cancelInstalments(tx, { orderId })
    const cause = { origin: 'withdrawal', reason: 'withdrawal', by: viewer.id } as const
    const { requested, held } = await payments.refundOrder(tx, { orderId, ...cause })
    if (!cancelled.ok && requested + held === 0) return refuse('not_open')
    const money = { refunded: requested, checking: held }
    await insertWithdrawal(tx, { id: newId(), orderId, userId: viewer.id, ...money, withdrawnAt: now })
    const message = withdrawalMessage({ orderNumber, acceptance, ...money, now, links })
    await send(tx, {
      to: viewer.email,
      channel: 'email',
      userId: viewer.id,
      orderId,
      kind: 'contract.withdrawn',
      ...message,
    })
    return ok(money)
  })
}
