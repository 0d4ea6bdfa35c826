import { planProgress } from '../../copy/payment-plan.ts'
import { OrderNumber } from '../../ui/order-number.tsx'
import type { OrderPlan } from './payment-plan.ts'

/** The paid part of each order: '2 de 21 pagas, faltam R$ 1.998,00', with a plain bar; of a cancelled order, only that it is. */
export function PlanProgress({ plans }: { plans: readonly OrderPlan[] }) {
  return plans.map((plan) => {
    const { orderId, number, serviceTitle, paid, count, isCancelled } = plan
    const [done, rest] = planProgress(plan)
    return (
      <div key={orderId} className="plan-progress">
        {plans.length > 1 && (
          <p className="plan-progress-of">
            {serviceTitle}, <OrderNumber number={number} />
          </p>
        )}
        {!isCancelled && <progress max={count} value={paid} aria-labelledby={`pagas-${orderId}`} />}
        <p className="plan-progress-text num">
          <span id={`pagas-${orderId}`}>{done}</span>
          <span>{rest}</span>
        </p>
      </div>
    )
  })
}
