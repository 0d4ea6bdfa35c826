import { allocate, type Centavos, sum } from '../../../core/money.ts'
import type { Cadence, PaymentMethod } from '../../../core/payment-terms.ts'

/** How a price is paid, whether it comes from the catalogue or from the text of a custom offer. */
export type PaymentTerms = {
  cadence: Cadence
  /** Of the instalments. An entry is always paid by PIX, on the day of hiring. */
  method: PaymentMethod
  entry?: Centavos
  /** One amount per instalment, in order of payment; a single one when `cadence` is 'once'. */
  instalments: readonly Centavos[]
}

/** One way to pay one service, complete: nothing on a page is computed from text. */
export type Plan = PaymentTerms & {
  /** Stable within its service: 'a-vista', 'cartao-6x', 'semanal-20x', 'pj-entrada-3x'. */
  id: string
  /** Set where a service has one price for people and another for companies. */
  variant?: VariantId
  label: string
  /** Number of instalments, the entry not counted. */
  count: number
  /** Entry and instalments together. */
  total: Centavos
  /** The plan it is compared with: cash price of the same service and variant. Itself for a cash plan. */
  cashPlanId: string
  popular?: true
}

const variantIds = ['pf', 'pj'] as const
export type VariantId = (typeof variantIds)[number]

export function planTotal(terms: PaymentTerms): Centavos {
  return (terms.entry ?? 0) + sum(terms.instalments)
}

/** One PIX payment of the whole price on the day of hiring. */
export function cashPlan(price: Centavos, variant?: VariantId): Plan {
  const id = planId('a-vista', variant)
  return complete({
    id,
    cashPlanId: id,
    label: 'À vista no Pix',
    cadence: 'once',
    method: 'pix',
    instalments: [price],
    ...(variant && { variant }),
  })
}

/** Instalments of a stated amount: `times` × `each`. */
export function fixedPlan(input: PlanInput & { times: number; each: Centavos }): Plan {
  const { times, each, ...rest } = input
  return instalmentPlan(
    rest,
    Array.from({ length: times }, () => each),
  )
}

/** A stated total shared out, what is left after the entry: the parts add up to it to the centavo. */
export function sharedPlan(input: PlanInput & { times: number; total: Centavos }): Plan {
  const { times, total, ...rest } = input
  return instalmentPlan(rest, allocate(total - (input.entry ?? 0), times))
}

/** Id of a plan that was agreed with one customer: no service sells it. */
export const AGREED_PLAN_ID = 'proposta'

/** Terms agreed with one customer as a plan, and the plans it is compared in: with the cash price, unless it is that. */
export function agreedPlan(input: { terms: PaymentTerms; cashPrice: Centavos; variant?: VariantId | null }): {
  plan: Plan
  plans: readonly Plan[]
} {
  const { terms, cashPrice, variant } = input
  const cash = terms.cadence === 'once' ? undefined : cashPlan(cashPrice)
  const plan = complete({
    ...terms,
    id: AGREED_PLAN_ID,
    label: cash ? 'Condições da sua proposta' : 'À vista no Pix',
    cashPlanId: cash?.id ?? AGREED_PLAN_ID,
    ...(variant && { variant }),
  })
  return { plan, plans: cash ? [cash, plan] : [plan] }
}

type PlanInput = {
  id: string
  label: string
  cadence: Exclude<Cadence, 'once'>
  method: PaymentMethod
  entry?: Centavos
  variant?: VariantId
  popular?: true
}

function instalmentPlan(input: PlanInput, instalments: Centavos[]): Plan {
  const cashPlanId = planId('a-vista', input.variant)
  return complete({ ...input, id: planId(input.id, input.variant), cashPlanId, instalments })
}

function planId(id: string, variant: VariantId | undefined): string {
  return variant ? `${variant}-${id}` : id
}

function complete(plan: Omit<Plan, 'count' | 'total'>): Plan {
  return { ...plan, count: plan.instalments.length, total: planTotal(plan) }
}
