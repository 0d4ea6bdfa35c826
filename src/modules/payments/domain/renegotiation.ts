import type { IsoDate } from '../../../core/calendar.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { amountDue, type DueInstalment, lateCaps, type PayerKind } from './amount-due.ts'

/** An instalment as a renegotiation found it. */
export interface ReplacedInstalment {
  id: string
  number: number
  amount: Centavos
  dueDate: IsoDate
}

/**
 * The most by which a new schedule may be more than what is open, in centavos: the late charges that the law allows on what
 * is overdue on a day, whatever the owner configures (CDC 52 §1: of a consumer 2 % once, and 1 % a month).
 */
export function maxSurcharge(
  instalments: readonly DueInstalment[],
  { on, payerKind }: { on: IsoDate; payerKind: PayerKind },
): Centavos {
  const terms = { ...lateCaps[payerKind], earlyPayoff: false }
  return sum(
    instalments.map((instalment) => {
      const { lateFee, interest } = amountDue({ instalment, on, terms, payerKind })
      return lateFee + interest
    }),
  )
}

/** Whether what is open is exactly what a renegotiation found: no instalment paid, added, moved or changed since. */
export function isSameSchedule(
  found: readonly Omit<ReplacedInstalment, 'number'>[],
  open: readonly Omit<ReplacedInstalment, 'number'>[],
): boolean {
  const text = (rows: typeof found) =>
    rows
      .map(({ id, amount, dueDate }) => `${id} ${amount} ${dueDate}`)
      .toSorted()
      .join()
  return found.length > 0 && text(found) === text(open)
}
