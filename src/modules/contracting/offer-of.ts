import type { IsoDate } from '../../core/calendar.ts'
import {
  contractSpecificationOf,
  findPlan,
  findService,
  paymentTypeText,
  planCost,
  schedule,
  scheduledPaymentLabel,
} from '../catalogue/public.ts'
import type { OfferSnapshot } from './domain/offer.ts'

/**
 * What the catalogue offers today under a service and a plan, as it goes into a contract.
 *
 * @returns undefined when there is no such service or plan, or the plan is of another variant
 */
export function offerOf({
  serviceId,
  planId,
  variant,
  today,
}: {
  serviceId: string
  planId: string
  variant?: string | null
  today: IsoDate
}): OfferSnapshot | undefined {
  const service = findService(serviceId)
  const plan = service && findPlan(service, planId)
  if (!service || !plan || (variant && plan.variant !== variant)) return undefined
  const { cashPrice, entry, count, total, difference, rate } = planCost(service, plan)
  return {
    serviceId: service.id,
    serviceTitle: service.title,
    variant: plan.variant ?? null,
    planId: plan.id,
    planLabel: plan.label,
    paymentType: paymentTypeText(plan),
    cadence: plan.cadence,
    cashPrice,
    entry,
    count,
    total,
    difference,
    rate: rate ?? null,
    promise: service.promise.text,
    deadline: service.promise.deadline,
    specification: contractSpecificationOf(service, plan.variant),
    steps: service.stepTemplate,
    payments: schedule({ plan, today }).map((row) => ({ ...row, label: scheduledPaymentLabel(row, count) })),
  }
}
