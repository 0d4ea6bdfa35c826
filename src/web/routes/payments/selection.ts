import { type Centavos, sum } from '../../../core/money.ts'
import type { Instalment } from '../../../modules/payments/public.ts'

/** The ticked rows of the list of payments. */
export interface Selection {
  count: number
  total: Centavos
  /** Whether all ticked instalments are paid by card, or the whole list while none is ticked. */
  byCard: boolean
}

/** @param ticked ids; those of instalments that are no longer in the list are ignored */
export function selectionOf(instalments: readonly Instalment[], ticked: ReadonlySet<string>): Selection {
  const chosen = instalments.filter(({ id }) => ticked.has(id))
  return {
    count: chosen.length,
    total: sum(chosen.map(({ total }) => total)),
    byCard: (chosen.length > 0 ? chosen : instalments).every(({ method }) => method === 'credit_card'),
  }
}

/** Returns the same ids, with one added or removed. */
export function withSelection(
  ticked: ReadonlySet<string>,
  id: string,
  isTicked: boolean,
): ReadonlySet<string> {
  const others = [...ticked].filter((other) => other !== id)
  return new Set(isTicked ? [...others, id] : others)
}
