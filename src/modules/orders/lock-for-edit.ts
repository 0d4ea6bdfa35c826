import { isUuid } from '../../core/ids.ts'
import { type Outcome, ok, refuse } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { lockOrder, type OrderRow } from './store.server.ts'

/** Target of an edit by the team. */
export interface OrderEdit {
  orderId: string
  /**
   * The order's version on which the edit was decided; left out when none was shown, as in a customer's own withdrawal.
   */
  version?: number | undefined
}

export type EditRefusal =
  | 'not_found'
  /** An operator, the customer or a payment changed the order since. */
  | 'changed_meanwhile'

/** Locks the order to edit, unless it changed since the edit was decided on. */
export async function lockForEdit(
  tx: Transaction,
  { orderId, version }: OrderEdit,
): Promise<Outcome<OrderRow, EditRefusal>> {
  const order = isUuid(orderId) ? await lockOrder(tx, orderId) : undefined
  if (!order) return refuse('not_found')
  if (version !== undefined && version !== order.version) return refuse('changed_meanwhile')
  return ok(order)
}
