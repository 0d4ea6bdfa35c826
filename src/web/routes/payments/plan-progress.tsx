import { leftToPay, paidOfAll } from '../../copy/payment-plan.ts'
import { OrderNumber } from '../../ui/order-number.tsx'
import type { OrderPlan } from './payment-plan.ts'

/** The paid part of each order: '2 de 21 pagas, faltam R$ 1.998,00', with a plain bar. */
export function PlanProgress({ plans }: { plans: readonly OrderPlan[] }) {
  return plans.map(({ orderId, number, serviceTitle, paid, count, left }) => (
    <div key={orderId} className="plan-progress">
      {plans.length > 1 && (
        <p className="plan-progress-of">
          {serviceTitle}, <OrderNumber number={number} />
        </p>
      )}
      <progress max={count} value={paid} aria-labelledby={`pagas-${orderId}`} />
      <p className="plan-progress-text num">
        <span id={`pagas-${orderId}`}>{paidOfAll(paid, count)}</span>
        <span>{leftToPay(left)}</span>
      </p>
    </div>
  ))
}
