import {
  type AmortizationRow,
  type AmortizationSystem,
  amortize,
  totalsOf,
} from '../../../../core/amortization.ts'
import { type Centavos, formatBRL, parseBRL } from '../../../../core/money.ts'
import { homeFinancingCopy, simulationLimits as limits } from '../../../copy/home-financing.ts'
import type { FormErrors } from '../../../forms/form.ts'

const messages = homeFinancingCopy.errors

/** The amortisation systems, in the catalogue's order. */
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
  /** The system whose table is shown. */
  shown: AmortizationSystem
  comparisons: Comparison[]
}

/** Runs the calculator on a URL's search parameters; without them, on an example. Stores nothing. */
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
    ...(within(principal, limits.principal) ? {} : { valor: messages.valor }),
    ...(within(months, limits.months) ? {} : { prazo: messages.prazo }),
    ...(within(yearlyRate, limits.yearlyRate) ? {} : { taxa: messages.taxa }),
  }
  const requested = query.get('sistema')
  const shown = systems.find(({ id }) => id === requested)?.id ?? 'price'
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

/** Converts '9,99' or '9.99' to 999; undefined unless it is a percentage with at most two decimal places. */
function hundredthsOf(text: string): number | undefined {
  const match = /^(\d{1,2})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim())
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : undefined
}

function within(value: number | undefined, { min, max }: { min: number; max: number }): boolean {
  return value !== undefined && value >= min && value <= max
}
