import type { App } from '../../../composition.ts'
import type { Instalment } from '../../../modules/payments/public.ts'

/** Maximum number of pending, or of paid, instalments that are listed of all orders at once. */
const maxListed = 200

/** Long lists show the instalments of this many orders at a time. */
const ordersAtOnce = 10

/** The instalments of a page of the list, and how many there are in all. */
export interface ListedInstalments {
  pending: Instalment[]
  paid: Instalment[]
  counts: { pending: number; paid: number }
  /** Undefined if the instalments of all orders are listed. */
  orderPage: { number: number; from: number; to: number; of: number } | undefined
}

/**
 * Reads a customer's instalments, of both tabs: all of them, or of many those of a few orders, whole. Nobody signs so many contracts
 * that their list takes the server from others.
 *
 * @param page from 1
 * @param signedOrderId the newly signed order, which comes first
 */
export async function listInstalments(
  { payments }: Pick<App, 'payments'>,
  {
    userId,
    documento,
    page: number,
    signedOrderId,
  }: { userId: string; documento: string; page: number; signedOrderId: string | undefined },
): Promise<ListedInstalments> {
  const read = async (which: { orderIds?: readonly string[]; limit?: number }) => {
    const [pending, paid] = await Promise.all([
      payments.pendingOf({ userId, documento, ...which }),
      payments.paidOf({ userId, ...which }),
    ])
    return { pending, paid }
  }
  const all = await read({ limit: maxListed + 1 })
  if (all.pending.length <= maxListed && all.paid.length <= maxListed) {
    return { ...all, counts: { pending: all.pending.length, paid: all.paid.length }, orderPage: undefined }
  }
  const offset = (number - 1) * ordersAtOnce
  const { orderIds, orders, ...counts } = await payments.ordersToPay({
    userId,
    first: signedOrderId,
    limit: ordersAtOnce,
    offset,
  })
  const orderPage = { number, from: offset + 1, to: offset + orderIds.length, of: orders }
  return { ...(await read({ orderIds })), counts, orderPage }
}
