import { allocate, type Centavos, sum } from '../../../core/money.ts'
import type { Cadence, PaymentMethod } from '../../../core/payment-terms.ts'

/** The payment terms of a price, from the catalogue or from the text of a custom offer. */
export type PaymentTerms = {
  cadence: Cadence
  /** Method of the instalments. An entry is always paid by PIX, on the day of hiring. */
  method: PaymentMethod
  entry?: Centavos
  /** One amount per instalment, in order of payment; exactly one when `cadence` is 'once'. */
  instalments: readonly Centavos[]
}

/** A payment plan of a service, with all derived figures. */
export type Plan = PaymentTerms & {
  /** Stable and unique within its service: 'a-vista', 'cartao-6x', 'semanal-20x', 'pj-entrada-3x'. */
  id: string
  /** Set for services with different prices for people and companies. */
  variant?: VariantId
  label: string
  /** Number of instalments, without the entry. */
  count: number
  /** Entry and instalments together. */
  total: Centavos
  /** The cash plan of the same service and variant, for comparison. Its own id for a cash plan. */
  cashPlanId: string
  popular?: true
}

export const variantIds = ['pf', 'pj'] as const
export type VariantId = (typeof variantIds)[number]

export function planTotal(terms: PaymentTerms): Centavos {
  return (terms.entry ?? 0) + sum(terms.instalments)
}

/** A single PIX payment of the whole price on the day of hiring. */
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

/** Equal instalments: `times` × `each`. */
export function fixedPlan(input: PlanInput & { times: number; each: Centavos }): Plan {
  const { times, each, ...rest } = input
  return instalmentPlan(
    rest,
    Array.from({ length: times }, () => each),
  )
}

/** The total, minus the entry, allocated to instalments that add up to it to the centavo. */
export function sharedPlan(input: PlanInput & { times: number; total: Centavos }): Plan {
  const { times, total, ...rest } = input
  return instalmentPlan(rest, allocate(total - (input.entry ?? 0), times))
}

/** The stored fields of a plan, from which the others are derived. */
export type PlanWords = PaymentTerms & Pick<Plan, 'id' | 'variant' | 'label' | 'popular'>

/** Builds a plan from its stored fields; it is compared with the cash plan of its variant. */
export function planOf({ variant, ...words }: PlanWords): Plan {
  return complete({ ...words, ...(variant && { variant }), cashPlanId: planId('a-vista', variant) })
}

/** Id of the plan of a custom offer, which is not in the catalogue. */
export const AGREED_PLAN_ID = 'proposta'

/** The plan of a custom offer, and the list of plans for comparison: with a cash plan, unless it is one itself. */
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

/** An id within its service: 'a-vista', 'pj-a-vista'. */
export function planId(id: string, variant: VariantId | undefined): string {
  return variant ? `${variant}-${id}` : id
}

function complete(plan: Omit<Plan, 'count' | 'total'>): Plan {
  return { ...plan, count: plan.instalments.length, total: planTotal(plan) }
}
