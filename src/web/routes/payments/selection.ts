import { type Centavos, sum } from '../../../core/money.ts'
import type { Instalment } from '../../../modules/payments/public.ts'

/** What is ticked in the list of payments. */
export interface Selection {
  count: number
  total: Centavos
  /** Paid by card: all that is ticked, or the whole list while nothing is. */
  byCard: boolean
}

/** @param ticked ids; those of instalments that are no longer in the list do not count */
export function selectionOf(instalments: readonly Instalment[], ticked: ReadonlySet<string>): Selection {
  const chosen = instalments.filter(({ id }) => ticked.has(id))
  return {
    count: chosen.length,
    total: sum(chosen.map(({ total }) => total)),
    byCard: (chosen.length > 0 ? chosen : instalments).every(({ method }) => method === 'credit_card'),
  }
}

/** The same ids, with one more or one less. */
export function withTick(ticked: ReadonlySet<string>, id: string, isTicked: boolean): ReadonlySet<string> {
  const others = [...ticked].filter((other) => other !== id)
  return new Set(isTicked ? [...others, id] : others)
}
