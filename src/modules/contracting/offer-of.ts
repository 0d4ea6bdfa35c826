import type { IsoDate } from '../../core/calendar.ts'
import {
  agreedPlan,
  contractSpecificationOf,
  findPlan,
  findService,
  paymentTypeText,
  planCost,
  schedule,
  scheduledPaymentLabel,
} from '../catalogue/public.ts'
import type { CustomOffer } from '../proposals/index.server.ts'
import type { OfferSnapshot } from './domain/offer.ts'

/**
 * The snapshot of a catalogue plan as of today, for a contract. For a custom offer, plan, title and extra lines come
 * from the stored offer; the service still comes from the catalogue.
 *
 * @returns undefined for an unknown service or plan, or a plan of another variant
 */
export function offerOf({
  serviceId,
  planId,
  variant,
  custom,
  today,
}: {
  serviceId: string
  planId: string
  variant?: string | null
  custom?: CustomOffer | undefined
  today: IsoDate
}): OfferSnapshot | undefined {
  const service = findService(serviceId)
  if (!service) return undefined
  const { plan, plans } = custom ? agreedPlan(custom) : { ...service, plan: findPlan(service, planId) }
  if (!plan || (variant && plan.variant !== variant)) return undefined
  const { cashPrice, entry, count, total, difference, rate } = planCost({ plans }, plan)
  return {
    serviceId: service.id,
    serviceTitle: custom?.title ?? service.title,
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
    specification: [...(custom?.lines ?? []), ...contractSpecificationOf(service, plan.variant)],
    steps: service.stepTemplate,
    payments: schedule({ plan, today }).map((row) => ({ ...row, label: scheduledPaymentLabel(row, count) })),
  }
}
