import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lockOrder, type OrderRow } from './store.server.ts'

/** What an edit of the team is about. */
export interface OrderEdit {
  orderId: string
  /** The order's version that it was decided on; left out where none was shown, as in a customer's own withdrawal. */
  version?: number | undefined
}

export type EditRefusal =
  | 'not_found'
  /** A colleague, the customer or the money changed the order since. */
  | 'changed_meanwhile'

/** Locks the order that an edit is about, unless it changed since the edit was decided on. */
export async function lockForEdit(
  tx: Transaction,
  { orderId, version }: OrderEdit,
): Promise<Outcome<OrderRow, EditRefusal>> {
  const order = isUuid(orderId) ? await lockOrder(tx, orderId) : undefined
  if (!order) return refuse('not_found')
  if (version !== undefined && version !== order.version) return refuse('changed_meanwhile')
  return ok(order)
}
