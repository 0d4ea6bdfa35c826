import { type IsoDate, todayInSaoPaulo } from '../../../core/calendar.ts'
import { withdrawalUntil } from '../../../modules/contracting/public.ts'
import type { OrderView } from '../../../modules/orders/public.ts'
import type { Payments } from '../../../modules/payments/index.server.ts'

/**
 * Returns why an order can no longer be withdrawn from; undefined while it can: also from one that the team cancelled without refunding
 * all of it. Checked on the server, because contracting's knowledge of plans is not part of the page.
 *
 * @param today DATE in America/Sao_Paulo
 */
export async function withdrawalRefusalOf(
  { id: orderId, status, createdAt }: Pick<OrderView, 'id' | 'status' | 'createdAt'>,
  { today, payments }: { today: IsoDate; payments: Pick<Payments, 'hasRefundableMoney'> },
): Promise<'too_late' | 'not_open' | undefined> {
  if (today > withdrawalUntil(todayInSaoPaulo(createdAt))) return 'too_late'
  const isOpen = status !== 'cancelled' || (await payments.hasRefundableMoney({ orderId }))
  return isOpen ? undefined : 'not_open'
}
