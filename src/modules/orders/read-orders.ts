import { isUuid } from '../../core/ids.ts'
import type { Executor } from '../../platform/database/database.ts'
import type { OrdersDeps } from './deps.ts'
import { isOpen } from './domain/order.ts'
import { readOrderNumber } from './domain/order-number.ts'
import type { OrderView } from './public.ts'
import {
  type OrderRow,
  selectCancelled,
  selectForTeam,
  selectNumbers,
  selectOpenOfService,
  selectOrders,
  selectUsersWithEndedOrders,
  versionOfOrders,
} from './store.server.ts'

type ReadDeps = Pick<OrdersDeps, 'database'>

/** Maximum length of a list. */
const maxOrders = 200

/** A page of a customer's orders, newest first; `search` matches an order's id, its number or its service's title. */
export function ordersOf(
  { database }: ReadDeps,
  {
    userId,
    search = '',
    limit = maxOrders,
    offset = 0,
  }: { userId: string; search?: string; limit?: number; offset?: number },
): Promise<OrderView[]> {
  return selectOrders(database, { userId, search: search.trim().slice(0, 100), limit, offset })
}

/** One order of a customer; undefined for an id that is unknown, malformed or another customer's. */
export async function orderOf(
  { database }: ReadDeps,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<OrderView | undefined> {
  if (!isUuid(orderId)) return undefined
  const [order] = await selectOrders(database, { userId, orderId, limit: 1 })
  return order
}

/** Ids of a customer's orders that are neither completed nor cancelled. Takes the caller's executor. */
export async function openOrdersOf(executor: Executor, { userId }: { userId: string }): Promise<string[]> {
  const found = await selectOrders(executor, { userId, limit: maxOrders })
  return found.filter(({ status }) => isOpen(status)).map(({ id }) => id)
}

/**
 * The number of a customer's newest open order of a service, for a customer who is about to hire it again; undefined without
 * one.
 */
export function openOrderOfService(
  { database }: ReadDeps,
  which: { userId: string; serviceId: string },
): Promise<string | undefined> {
  return selectOpenOfService(database, which)
}

/** The numbers of a customer's orders, by the order's id. */
export async function numbersOf(
  { database }: ReadDeps,
  { userId }: { userId: string },
): Promise<Map<string, string>> {
  return new Map((await selectNumbers(database, userId)).map(({ id, number }) => [id, number]))
}

/** Ids of a customer's cancelled orders. */
export async function cancelledOf(
  { database }: ReadDeps,
  { userId }: { userId: string },
): Promise<Set<string>> {
  return new Set(await selectCancelled(database, userId))
}

/** Any customer's order, by its id or a person's input of its number. Only for the team: neither is a credential. */
export async function findForTeam(
  { database }: ReadDeps,
  { text }: { text: string },
): Promise<OrderRow | undefined> {
  const number = readOrderNumber(text)
  if (number === undefined && !isUuid(text)) return undefined
  return selectForTeam(database, number === undefined ? { id: text } : { number })
}

/** A version string that changes whenever one of a customer's orders does; polled by open pages. */
export function versionOf({ database }: ReadDeps, { userId }: { userId: string }): Promise<string> {
  return versionOfOrders(database, userId)
}

/** Ids of users all of whose orders ended before an instant, paginated; not users without orders. For retention. */
export function usersWithEndedOrders(
  { database }: ReadDeps,
  { before, after, limit }: { before: Date; after?: string | undefined; limit: number },
): Promise<string[]> {
  return selectUsersWithEndedOrders(database, { before, after, limit })
}
