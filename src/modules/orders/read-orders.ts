import { isUuid } from '../../core/ids.ts'
import type { OrdersDeps } from './deps.ts'
import type { OrderView } from './public.ts'
import { peopleWhoseOrdersEnded, selectOrders, versionOfOrders } from './store.server.ts'

type Reading = Pick<OrdersDeps, 'database'>

/** More than anybody has; a list never grows without end. */
const most = 200

/** The orders of a person, newest first; `search` matches an order's id or its service's title. */
export function ordersOf(
  { database }: Reading,
  { userId, search = '' }: { userId: string; search?: string },
): Promise<OrderView[]> {
  return selectOrders(database, { userId, search: search.trim().slice(0, 100), limit: most })
}

/** One order of a person; undefined for an id that is unknown, malformed or somebody else's. */
export async function orderOf(
  { database }: Reading,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<OrderView | undefined> {
  if (!isUuid(orderId)) return undefined
  const [order] = await selectOrders(database, { userId, orderId, limit: 1 })
  return order
}

/** A text that changes whenever one of a person's orders does: what a page that stays open asks for. */
export function versionOf({ database }: Reading, { userId }: { userId: string }): Promise<string> {
  return versionOfOrders(database, userId)
}

/** Whose services have all ended before a moment, a page at a time; nobody who never ordered. For retention. */
export function endedFor(
  { database }: Reading,
  { before, after, limit }: { before: Date; after?: string | undefined; limit: number },
): Promise<string[]> {
  return peopleWhoseOrdersEnded(database, { before, after, limit })
}
