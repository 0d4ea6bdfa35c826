import type { Centavos } from '../../core/money.ts'
import { type Outcome, ok } from '../../core/outcome.ts'
import type { Transaction } from '../../platform/database/database.ts'
import type { Orders } from '../orders/index.server.ts'
import type { OrderRefund, Payments } from '../payments/index.server.ts'

/**
 * Cancels an order that will not be delivered, together with its pending instalments. With `refund` it also requests the
 * refund of what was paid.
 *
 * @returns centavos of the refunds requested, of those held until a person has checked them, and of one that waits for a
 *   second person's approval
 */
export async function cancelOrder(
  tx: Transaction,
  {
    orderId,
    version,
    refund,
    words,
    by,
    reason,
  }: {
    orderId: string
    /** The order's version that the decision was based on. */
    version?: number | undefined
    refund: boolean
    /** The reason, as the customer reads it. */
    words?: string
    by: string
    reason: string
  },
  {
    orders,
    payments,
  }: {
    orders: Pick<Orders, 'cancelOrder'>
    payments: Pick<Payments, 'cancelInstalments' | 'requestTeamRefund'>
  },
): Promise<
  Outcome<
    OrderRefund & { unapproved?: Centavos },
    Extract<Awaited<ReturnType<Orders['cancelOrder']>>, { ok: false }>['code']
  >
> {
  const cancelled = await orders.cancelOrder(tx, { orderId, version, by, reason, ...(words && { words }) })
  if (!cancelled.ok) return cancelled
  await payments.cancelInstalments(tx, { orderId })
  if (!refund) return ok({ requested: 0, held: 0 })
  const asked = await payments.requestTeamRefund(tx, { kind: 'order', subjectId: orderId, reason, by })
  if (!asked.ok) return ok({ requested: 0, held: 0 })
  const { amount, held, approvalId } = asked.value
  if (approvalId) return ok({ requested: 0, held: 0, unapproved: amount })
  return ok({ requested: amount - held, held })
}
