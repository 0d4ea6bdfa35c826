import type { Plan, VariantId } from './domain/plan.ts'
import { DEFAULT_STEPS, type Service, type ServiceId, type Step } from './domain/service.ts'
import { bacenClean } from './services/bacen-clean.ts'
import { cleanName } from './services/clean-name.ts'
import { cnhRehabilitation } from './services/cnh-rehabilitation.ts'
import { contractReview } from './services/contract-review.ts'
import { creditRating } from './services/credit-rating.ts'
import { creditViability } from './services/credit-viability.ts'
import { federalTaxSolution } from './services/federal-tax-solution.ts'
import { homeFinancing } from './services/home-financing.ts'
import { serasaScore } from './services/serasa-score.ts'
import { trafficFines } from './services/traffic-fines.ts'
import { vehicleFinancing } from './services/vehicle-financing.ts'

/** The eleven services in the order of the catalogue, after the card of the quick lookups. */
export const services: readonly Service[] = [
  cleanName,
  creditRating,
  bacenClean,
  serasaScore,
  creditViability,
  cnhRehabilitation,
  trafficFines,
  contractReview,
  federalTaxSolution,
  vehicleFinancing,
  homeFinancing,
]

/** A service by its id; undefined for an id that came from outside and is none. */
export function findService(id: string): Service | undefined {
  return services.find((service) => service.id === id)
}

/** A service that is certain to exist. */
export function serviceOf(id: ServiceId): Service {
  const service = findService(id)
  if (!service) throw new Error(`no such service: ${id}`)
  return service
}

export function findServiceByTitle(title: string): Service | undefined {
  return services.find((service) => service.title === title)
}

export function findPlan(service: Service, planId: string): Plan | undefined {
  return service.plans.find((plan) => plan.id === planId)
}

/** The plans of one variant; of the whole service when it has no variants or none is asked for. */
export function plansOf(service: Service, variant?: VariantId): readonly Plan[] {
  return variant ? service.plans.filter((plan) => plan.variant === variant) : service.plans
}

/** The steps of an order by the title it was sold under, custom offers included. */
export function stepsFor(serviceTitle: string): readonly Step[] {
  return findServiceByTitle(serviceTitle)?.stepTemplate ?? DEFAULT_STEPS
}

/** The lines of the contract's specification block, for the variant that is being hired. */
export function contractSpecificationOf(service: Service, variant?: VariantId): readonly string[] {
  const chosen = service.variants?.find(({ id }) => id === variant)
  return [...service.contractSpecification, ...(chosen?.contractSpecification ?? [])]
}
