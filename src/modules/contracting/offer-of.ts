import type { IsoDate } from '../../core/calendar.ts'
import {
  agreedPlan,
  contractSpecificationOf,
  type DueDayChoice,
  dueDayChoices,
  findPlan,
  findService,
  firstDueDate,
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
 * @returns undefined for an unknown or hidden service, an unknown plan, or a plan of another variant
 */
export function offerOf({
  serviceId,
  planId,
  variant,
  custom,
  dueDay,
  today,
}: {
  serviceId: string
  planId: string
  variant?: string | null
  custom?: CustomOffer | undefined
  /** As chosen by the customer; a day that is not offered today counts as no choice. */
  dueDay?: number | null
  today: IsoDate
}): OfferSnapshot | undefined {
  const service = findService(serviceId)
  // A hidden service is sold only to the recipient of a custom offer.
  if (!service || (service.hidden && !custom)) return undefined
  const { plan, plans } = custom ? agreedPlan(custom) : { ...service, plan: findPlan(service, planId) }
  if (!plan || (variant && plan.variant !== variant)) return undefined
  const isOffered = typeof dueDay === 'number' && firstDueDate({ plan, today, dueDay }) !== undefined
  const chosen = isOffered ? { today, dueDay } : undefined
  const { cashPrice, entry, count, total, difference, rate } = planCost({ plans }, plan, chosen)
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
    ...(chosen && { dueDay: chosen.dueDay }),
    payments: schedule({ plan, today, dueDay: chosen?.dueDay }).map((row) => ({
      ...row,
      label: scheduledPaymentLabel(row, count),
    })),
  }
}

/** The due days available for a draft's plan today; empty for a plan without a choice. */
export function dueDaysOf({
  serviceId,
  planId,
  custom,
  today,
}: {
  serviceId: string
  planId: string
  custom?: CustomOffer | undefined
  today: IsoDate
}): DueDayChoice[] {
  const service = findService(serviceId)
  const plan = custom ? agreedPlan(custom).plan : service && findPlan(service, planId)
  return plan ? dueDayChoices({ plan, today }) : []
}
