import { type Centavos, formatBRL, parseBRL } from '../../../core/money.ts'
import { type Outcome, ok, refuse } from '../../../core/outcome.ts'
import { paymentTypeText } from './payment-text.ts'
import { type PaymentTextRefusal, parsePaymentTerms } from './payment-text-parser.ts'
import { type PaymentTerms, type PlanWords, planId, planTotal, type VariantId } from './plan.ts'

/** A plan as it is typed: its payment in the notation of specification section 9, and its total. */
export interface PlanRow {
  /** Id of the existing plan; empty for a new one. */
  id: string
  variant: VariantId | undefined
  label: string
  /** 'PIX semanal: entrada R$ 400,00 + 20x R$ 99,90', 'PIX à vista'. */
  pays: string
  /** 'R$ 2.398,00'. */
  total: string
  popular: boolean
}

export type PlanRowRefusal = PaymentTextRefusal | 'total_differs'

/** @returns the row of a plan, which parses back to the same plan */
export function rowOf(plan: PlanWords): PlanRow {
  const { id, variant, label, popular } = plan
  return {
    id,
    variant,
    label,
    popular: popular === true,
    pays: paymentTypeText(plan),
    total: formatBRL(planTotal(plan)),
  }
}

/**
 * Parses rows to plans. A plan keeps its id as long as it has the same number of parts, cadence and method: another amount
 * is a new version of it. Any other change makes another plan with another id, because orders store the id of their plan.
 *
 * @returns refuses the first row that cannot be parsed (`index`), or whose parts do not add up to its total
 */
export function readPlanRows(
  rows: readonly PlanRow[],
  before: readonly PlanWords[],
): { ok: true; value: PlanWords[] } | { ok: false; code: PlanRowRefusal; index: number; sum?: Centavos } {
  const plans: PlanWords[] = []
  for (const [index, row] of rows.entries()) {
    const terms = readTerms(row)
    if (!terms.ok) {
      const isSum = terms.code === 'total_differs'
      return { ok: false, code: terms.code, index, ...(isSum && { sum: Number(terms.detail) }) }
    }
    plans.push({
      id: idOf(row, terms.value, before, plans),
      label: row.label.trim(),
      ...terms.value,
      ...(row.variant && { variant: row.variant }),
      ...(row.popular && { popular: true as const }),
    })
  }
  return { ok: true, value: plans }
}

function readTerms({ pays, total }: PlanRow): Outcome<PaymentTerms, PlanRowRefusal> {
  const terms = parsePaymentTerms({ paymentType: pays, priceText: total })
  if (!terms.ok) return terms
  const sum = planTotal(terms.value)
  return sum === parseBRL(total) ? ok(terms.value) : refuse('total_differs', String(sum))
}

function idOf(
  { id, variant }: PlanRow,
  terms: PaymentTerms,
  before: readonly PlanWords[],
  taken: readonly PlanWords[],
): string {
  const isTaken = (candidate: string) => taken.some((plan) => plan.id === candidate)
  const same = before.find((plan) => plan.id === id && areSameTerms(plan, terms))
  if (same && !isTaken(same.id)) return same.id
  const name = planId(nameOf(terms), variant)
  if (terms.cadence === 'once') return name
  // A changed plan must not take the id of another plan that is still sold.
  const isKnown = (candidate: string) => isTaken(candidate) || before.some((plan) => plan.id === candidate)
  let number = 2
  let candidate = name
  while (isKnown(candidate)) candidate = `${name}-${number++}`
  return candidate
}

function areSameTerms(one: PaymentTerms, other: PaymentTerms): boolean {
  return (
    one.cadence === other.cadence &&
    one.method === other.method &&
    one.instalments.length === other.instalments.length &&
    (one.entry === undefined) === (other.entry === undefined)
  )
}

function nameOf({ cadence, method, entry, instalments }: PaymentTerms): string {
  if (cadence === 'once') return 'a-vista'
  const times = `${instalments.length}x`
  if (method === 'credit_card') return `cartao-${times}`
  if (cadence === 'weekly') return `semanal-${times}`
  return entry === undefined ? `mensal-${times}` : `entrada-${times}`
}
