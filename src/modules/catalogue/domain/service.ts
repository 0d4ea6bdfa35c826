import { addBusinessDays } from '../../../core/business-days.ts'
import { addDays, type IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { DeadlineKind } from '../../../core/payment-terms.ts'
import { daysText } from '../../../core/text.ts'
import type { Plan, VariantId } from './plan.ts'

export type ServiceId =
  | 'clean-name'
  | 'credit-rating'
  | 'bacen-clean'
  | 'cnh-rehabilitation'
  | 'traffic-fines'
  | 'contract-review'
  | 'federal-tax-solution'
  | 'vehicle-financing'
  | 'home-financing'
  | 'serasa-score'
  | 'credit-viability'

type ServiceKind =
  | 'clean'
  | 'rating'
  | 'bacen'
  | 'cnh'
  | 'traffic-fines'
  | 'revisional'
  | 'federal-tax'
  | 'vehicle'
  | 'home'
  | 'serasa-score'
  | 'credit-viability'

/** A name and a one-sentence description. */
export type Step = { name: string; description: string }

export type Deadline = { kind: DeadlineKind; days: number }

/** The displayed delivery time and the deadline of orders derived from it: the end of a range. */
export type DeliveryPromise = { text: string; deadline: Deadline }

/** A titled list specific to a service, such as the nine kinds of fines. */
type Section = { id: string; title: string; items: readonly { name: string; text?: string }[] }

/** A variant of a service with its own price for people ('pf') or companies ('pj'). */
type Variant = {
  id: VariantId
  label: string
  price: Centavos
  inclusions: readonly string[]
  process: readonly Step[]
  /** Appended to the specification of the service in the contract. */
  contractSpecification: readonly string[]
}

/** A service: all data of its card, page, contract and order. */
export type Service = {
  id: ServiceId
  title: string
  kind: ServiceKind
  summary: string
  features: readonly string[]
  /** 'A partir de' on the card; absent if the specification states no price. */
  priceFrom?: Centavos
  popular?: true
  /** Hired online with a plan, requested with a proposal form, or agreed with a consultant first. */
  hire: 'online' | 'proposal' | 'consultant'
  variants?: readonly Variant[]
  /** All plans of all variants, cash first. Empty if the price is given on request. */
  plans: readonly Plan[]
  promise: DeliveryPromise
  inclusions: readonly string[]
  /** The process shown on the page. */
  process: readonly Step[]
  /** The steps of an order of this service. */
  stepTemplate: readonly Step[]
  sections: readonly Section[]
  /** Information before hiring: limits, documents, first contact. */
  goodToKnow: readonly string[]
  contractSpecification: readonly string[]
  /** Not sold for now. */
  hidden?: true
}

/** A deadline with its text: '30 dias', '15 dias úteis'. */
export function promiseIn(deadline: Deadline): DeliveryPromise {
  const days = daysText(deadline.days)
  return { text: deadline.kind === 'businessDays' ? `${days} úteis` : days, deadline }
}

/** Used if no deadline is stated (specification, section 4). */
export const DEFAULT_DEADLINE: Deadline = { kind: 'calendarDays', days: 30 }

/** The due date of an order that starts on `start`. DATE in America/Sao_Paulo. */
export function deliveryDate(input: { start: IsoDate; deadline?: Deadline }): IsoDate {
  const { start, deadline = DEFAULT_DEADLINE } = input
  return deadline.kind === 'businessDays'
    ? addBusinessDays(start, deadline.days)
    : addDays(start, deadline.days)
}

/** The steps of services without steps of their own (specification, section 3). */
export const DEFAULT_STEPS: readonly Step[] = [
  { name: 'Análise inicial', description: 'Lemos seus dados e documentos e dizemos o que falta.' },
  { name: 'Desenvolvimento', description: 'Preparamos o que o seu caso pede.' },
  { name: 'Execução', description: 'Fazemos os pedidos e acompanhamos as respostas.' },
  { name: 'Finalização', description: 'Entregamos o resultado e explicamos os próximos passos.' },
]

/** The four default steps with descriptions for a service. */
export function commonSteps(descriptions: readonly [string, string, string, string]): Step[] {
  return DEFAULT_STEPS.map(({ name, description }, index) => ({
    name,
    description: descriptions[index] ?? description,
  }))
}
