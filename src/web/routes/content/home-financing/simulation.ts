import {
  type AmortizationRow,
  type AmortizationSystem,
  amortize,
  totalsOf,
} from '../../../../core/amortization.ts'
import { type Centavos, formatBRL, parseBRL } from '../../../../core/money.ts'
import { homeFinancingCopy, simulationLimits as limits } from '../../../copy/home-financing.ts'
import type { FormErrors } from '../../../forms/form.ts'

const say = homeFinancingCopy.errors

/** The systems in the order of the catalogue's explanation. */
export const systems = [
  { id: 'sacre', name: 'Sacre' },
  { id: 'price', name: 'Price' },
  { id: 'misto', name: 'Misto' },
] as const satisfies { id: AmortizationSystem; name: string }[]

export interface Comparison {
  id: AmortizationSystem
  name: string
  first: Centavos
  last: Centavos
  interest: Centavos
  paid: Centavos
  rows: AmortizationRow[]
}

export interface Simulation {
  values: { valor: string; prazo: string; taxa: string }
  errors: FormErrors
  /** Which table is shown below. */
  shown: AmortizationSystem
  comparisons: Comparison[]
}

/** Reads the calculator's address and computes; with nothing asked yet, an example. Nothing is stored. */
export function simulate(query: URLSearchParams): Simulation {
  const values = {
    valor: query.get('valor') ?? formatBRL(250_000_00),
    prazo: query.get('prazo') ?? '360',
    taxa: query.get('taxa') ?? '9,99',
  }
  const principal = parseBRL(values.valor)
  const months = /^\d{1,3}$/.test(values.prazo.trim()) ? Number(values.prazo) : undefined
  const yearlyRate = hundredthsOf(values.taxa)
  const errors: FormErrors = {
    ...(within(principal, limits.principal) ? {} : { valor: say.valor }),
    ...(within(months, limits.months) ? {} : { prazo: say.prazo }),
    ...(within(yearlyRate, limits.yearlyRate) ? {} : { taxa: say.taxa }),
  }
  const asked = query.get('sistema')
  const shown = systems.find(({ id }) => id === asked)?.id ?? 'price'
  if (
    principal === undefined ||
    months === undefined ||
    yearlyRate === undefined ||
    Object.keys(errors).length > 0
  ) {
    return { values, errors, shown, comparisons: [] }
  }
  const comparisons = systems.map(({ id, name }): Comparison => {
    const rows = amortize(id, { principal, months, yearlyRate })
    return {
      id,
      name,
      first: rows[0]?.payment ?? 0,
      last: rows.at(-1)?.payment ?? 0,
      ...totalsOf(rows),
      rows,
    }
  })
  return { values, errors, shown, comparisons }
}

/** '9,99' or '9.99' → 999; undefined when it is no percentage with at most two places. */
function hundredthsOf(text: string): number | undefined {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

function within(value: number | undefined, { min, max }: { min: number; max: number }): boolean {
  return value !== undefined && value >= min && value <= max
}
