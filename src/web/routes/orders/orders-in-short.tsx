import type { OrderView } from '../../../modules/orders/public.ts'
import { trackingCopy as copy, statusLabels, unknownStatus } from '../../copy/tracking.ts'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import { Progress } from '../../ui/progress.tsx'

/** The older ones of many orders: their progress, and the link that shows each one in full. */
export function OrdersInShort({
  orders,
}: {
  orders: readonly Pick<OrderView, 'id' | 'number' | 'serviceTitle' | 'status' | 'progress'>[]
}) {
  return (
    <section className="mt-10" aria-labelledby="outros-pedidos">
      <h2 id="outros-pedidos" className="display text-h3">
        {copy.others}
      </h2>
      <ul className="mt-4 grid gap-3">
        {orders.map(({ id, number, serviceTitle, status, progress }) => {
          const { label, tone } = statusLabels[status] ?? unknownStatus
          return (
            <li key={id} className="card grid gap-3">
              <p className="flex flex-wrap items-center justify-between gap-2">
                <span>
                  <b>{serviceTitle}</b>, <OrderNumber number={number} />
                </span>
                <Badge tone={tone}>{label}</Badge>
              </p>
              <Progress value={progress} label={`${copy.progress}: ${serviceTitle}`} />
              <p>
                <a className="link-action" href={paths.trackOrder(id)}>
                  {copy.whole}
                  <span className="sr-only">{copy.of(serviceTitle, number)}</span>
                </a>
              </p>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
