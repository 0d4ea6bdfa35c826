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

/** Every service by its id, in the order of the catalogue, after the card of the look-ups. */
const byId: Readonly<Record<ServiceId, Service>> = {
  'clean-name': cleanName,
  'credit-rating': creditRating,
  'bacen-clean': bacenClean,
  'serasa-score': serasaScore,
  'credit-viability': creditViability,
  'cnh-rehabilitation': cnhRehabilitation,
  'traffic-fines': trafficFines,
  'contract-review': contractReview,
  'federal-tax-solution': federalTaxSolution,
  'vehicle-financing': vehicleFinancing,
  'home-financing': homeFinancing,
}

export const services: readonly Service[] = Object.values(byId)

type ServiceGroupId = 'credit' | 'traffic' | 'agreements' | 'financing'

/** The group of every service: by what a person needs to solve. */
const groupOf: Readonly<Record<ServiceId, ServiceGroupId>> = {
  'clean-name': 'credit',
  'credit-rating': 'credit',
  'bacen-clean': 'credit',
  'serasa-score': 'credit',
  'credit-viability': 'credit',
  'cnh-rehabilitation': 'traffic',
  'traffic-fines': 'traffic',
  'contract-review': 'agreements',
  'federal-tax-solution': 'agreements',
  'vehicle-financing': 'financing',
  'home-financing': 'financing',
}

const groupTitles: Readonly<Record<ServiceGroupId, string>> = {
  credit: 'Nome e crédito',
  traffic: 'CNH e multas',
  agreements: 'Contratos e tributos',
  financing: 'Financiamentos',
}

/** The services in their groups, in the order of the catalogue. */
export const serviceGroups = (Object.keys(groupTitles) as ServiceGroupId[]).map((id) => ({
  id,
  title: groupTitles[id],
  services: services.filter((service) => groupOf[service.id] === id),
}))

/** A service by an untrusted id; undefined if it is unknown. */
export function findService(id: string): Service | undefined {
  return services.find((service) => service.id === id)
}

/** The service of a known id. */
export function serviceOf(id: ServiceId): Service {
  return byId[id]
}

export function findServiceByTitle(title: string): Service | undefined {
  return services.find((service) => service.title === title)
}

export function findPlan(service: Service, planId: string): Plan | undefined {
  return service.plans.find((plan) => plan.id === planId)
}

/** The plans of a variant; all plans of the service without one. */
export function plansOf(service: Service, variant?: VariantId): readonly Plan[] {
  return variant ? service.plans.filter((plan) => plan.variant === variant) : service.plans
}

/** The steps of an order by its service title; the default steps for an unknown title, as of a custom offer. */
export function stepsFor(serviceTitle: string): readonly Step[] {
  return findServiceByTitle(serviceTitle)?.stepTemplate ?? DEFAULT_STEPS
}

/** The specification lines in the contract, including those of the variant. */
export function contractSpecificationOf(service: Service, variant?: VariantId): readonly string[] {
  const selected = service.variants?.find(({ id }) => id === variant)
  return [...service.contractSpecification, ...(selected?.contractSpecification ?? [])]
}
