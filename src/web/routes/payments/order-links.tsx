import { planCopy as copy } from '../../copy/payment-plan.ts'
import { pdfCopy } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { Icon } from '../../ui/icon.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import type { OrderPlan } from './payment-plan.ts'

/** What one can do with the payments of each order, besides paying: each link says of which. */
export function OrderLinks({ plans }: { plans: readonly OrderPlan[] }) {
  return (
    <section className="order-links" aria-label={copy.papers}>
      {plans.map(({ orderId, number, serviceTitle, pending }) => {
        const of = (
          <span className="sr-only">
            {' '}
            {pdfCopy.of} {serviceTitle}, {copy.order} {number}
          </span>
        )
        return (
          <div key={orderId}>
            {plans.length > 1 && (
              <h2>
                {serviceTitle}, <OrderNumber number={number} />
              </h2>
            )}
            <ul>
              <li>
                <a className="link-action" href={paths.paymentSchedule(orderId)}>
                  <Icon name="file" size={18} />
                  <span>
                    {copy.schedule}
                    {of}
                  </span>
                </a>
              </li>
              {pending > 0 && (
                <li>
                  <a className="link-action" href={paths.paymentCalendar(orderId)}>
                    <Icon name="calendar" size={18} />
                    <span>
                      {copy.calendar}
                      {of}
                    </span>
                  </a>
                </li>
              )}
            </ul>
          </div>
        )
      })}
    </section>
  )
}
