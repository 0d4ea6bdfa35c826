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

/** A name and the sentence that explains it. */
export type Step = { name: string; description: string }

export type Deadline = { kind: DeadlineKind; days: number }

/** What a page says about time, and the day an order is due by it: a range counts to its end. */
export type DeliveryPromise = { text: string; deadline: Deadline }

/** A titled list that only some services have, such as the nine kinds of fines. */
type Section = { id: string; title: string; items: readonly { name: string; text?: string }[] }

/** The same service at another price for people ('pf') or companies ('pj'). */
type Variant = {
  id: VariantId
  label: string
  price: Centavos
  inclusions: readonly string[]
  process: readonly Step[]
  /** Added to the specification of the service in the contract. */
  contractSpecification: readonly string[]
}

/** A service of the storefront: all that its card, page, contract and order say and count. */
export type Service = {
  id: ServiceId
  title: string
  kind: ServiceKind
  summary: string
  features: readonly string[]
  /** What 'A partir de' says on the card; absent where the specification states no price. */
  priceFrom?: Centavos
  popular?: true
  /** Hired on its page with a plan, asked for with a proposal form, or agreed with a consultant first. */
  hire: 'online' | 'proposal' | 'consultant'
  variants?: readonly Variant[]
  /** Every plan of every variant, cash first. Empty where the price is only given on request. */
  plans: readonly Plan[]
  promise: DeliveryPromise
  inclusions: readonly string[]
  /** The process as the page explains it. */
  process: readonly Step[]
  /** The steps an order of this service is created with. */
  stepTemplate: readonly Step[]
  sections: readonly Section[]
  /** What a customer should know before hiring: limits, documents, first contact. */
  goodToKnow: readonly string[]
  contractSpecification: readonly string[]
}

/** '30 dias', '15 dias úteis': a deadline as a page says it. */
export function promiseIn(deadline: Deadline): DeliveryPromise {
  const days = daysText(deadline.days)
  return { text: deadline.kind === 'businessDays' ? `${days} úteis` : days, deadline }
}

/** Where no deadline is stated: 30 days (specification, section 4). */
export const DEFAULT_DEADLINE: Deadline = { kind: 'calendarDays', days: 30 }

/** The day an order placed on `start` is due. DATE in America/Sao_Paulo. */
export function deliveryDate(input: { start: IsoDate; deadline?: Deadline }): IsoDate {
  const { start, deadline = DEFAULT_DEADLINE } = input
  return deadline.kind === 'businessDays'
    ? addBusinessDays(start, deadline.days)
    : addDays(start, deadline.days)
}

/** The steps of any service without five of its own (specification, section 3). */
export const DEFAULT_STEPS: readonly Step[] = [
  { name: 'Análise inicial', description: 'Lemos seus dados e documentos e dizemos o que falta.' },
  { name: 'Desenvolvimento', description: 'Preparamos o que o seu caso pede.' },
  { name: 'Execução', description: 'Fazemos os pedidos e acompanhamos as respostas.' },
  { name: 'Finalização', description: 'Entregamos o resultado e explicamos os próximos passos.' },
]

/** The four common steps, each explained in the words of one service. */
export function commonSteps(descriptions: readonly [string, string, string, string]): Step[] {
  return DEFAULT_STEPS.map(({ name, description }, index) => ({
    name,
    description: descriptions[index] ?? description,
  }))
}
