import type { ReactNode } from 'react'
import { planCopy as copy } from '../../copy/payment-plan.ts'
import { pdfCopy } from '../../copy/payments.ts'
import { paths } from '../../paths.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { OrderNumber } from '../../ui/order-number.tsx'
import type { OrderPlan } from './payment-plan.ts'

/** Links about the payments of each order, besides paying: each link names its order. */
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
              <OrderLink href={paths.paymentSchedule(orderId)} icon="file">
                {copy.schedule}
                {of}
              </OrderLink>
              {pending > 0 && (
                <OrderLink href={paths.paymentCalendar(orderId)} icon="calendar">
                  {copy.calendar}
                  {of}
                </OrderLink>
              )}
            </ul>
          </div>
        )
      })}
    </section>
  )
}

function OrderLink({ href, icon, children }: { href: string; icon: IconName; children: ReactNode }) {
  return (
    <li>
      <a className="link-action" href={href}>
        <Icon name={icon} size={18} />
        <span>{children}</span>
      </a>
    </li>
  )
}
