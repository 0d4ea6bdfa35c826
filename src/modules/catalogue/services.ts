import { keysOf } from '../../core/records.ts'
import type { Plan, VariantId } from './domain/plan.ts'
import type { Service, ServiceId } from './domain/service.ts'
import { catalogue } from './in-force.ts'

/** The services that are sold, in the order of the catalogue, after the card of the look-ups. */
export function services(): readonly Service[] {
  return catalogue().services.filter(({ hidden }) => !hidden)
}

type ServiceGroupId = 'credit' | 'traffic' | 'agreements' | 'financing'

/** The group of every service, by the customer's problem. */
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

/** The services by group, in the order of the catalogue. */
export function serviceGroups() {
  return keysOf(groupTitles)
    .map((id) => ({
      id,
      title: groupTitles[id],
      services: services().filter((service) => groupOf[service.id] === id),
    }))
    .filter((group) => group.services.length > 0)
}

/** A service by an untrusted id, whether it is currently sold or not; undefined when unknown. */
export function findService(id: string): Service | undefined {
  return catalogue().services.find((service) => service.id === id)
}

/** The service of a known id. */
export function serviceOf(id: ServiceId): Service {
  const service = findService(id)
  if (!service) throw new Error(`unknown service: ${id}`)
  return service
}

export function findPlan(service: Service, planId: string): Plan | undefined {
  return service.plans.find((plan) => plan.id === planId)
}

/** The plans of a variant; all plans of the service without one. */
export function plansOf(service: Service, variant?: VariantId): readonly Plan[] {
  return variant ? service.plans.filter((plan) => plan.variant === variant) : service.plans
}

/** The specification lines in the contract, including those of the variant. */
export function contractSpecificationOf(service: Service, variant?: VariantId): readonly string[] {
  const selected = service.variants?.find(({ id }) => id === variant)
  return [...service.contractSpecification, ...(selected?.contractSpecification ?? [])]
}
