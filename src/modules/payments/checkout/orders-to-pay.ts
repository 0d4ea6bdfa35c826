import { isUuid } from '../../../core/ids.ts'
import type { PaymentsDeps } from '../deps.ts'
import { countsOfUser, ordersByNextPayment } from '../instalments/store.server.ts'

/**
 * A page of the orders of a user who has too many instalments to list at once, by their next payment, and how many orders and
 * instalments there are.
 *
 * @param first the order that comes first, if it is one of them
 */
export async function ordersToPay(
  { database }: Pick<PaymentsDeps, 'database'>,
  which: { userId: string; first?: string | undefined; limit: number; offset: number },
): Promise<{ orderIds: string[]; pending: number; paid: number; orders: number }> {
  const first = which.first !== undefined && isUuid(which.first) ? which.first : undefined
  const [orderIds, counts] = await Promise.all([
    ordersByNextPayment(database, { ...which, first }),
    countsOfUser(database, which.userId),
  ])
  return { orderIds, ...counts }
}
