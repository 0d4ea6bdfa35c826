import type { IsoDate } from '../../../core/calendar.ts'
import { type Centavos, sum } from '../../../core/money.ts'
import { amountDue, type DueInstalment, lateCaps, type PayerKind } from './amount-due.ts'

/** An instalment as it was at the time of a renegotiation. */
export interface ReplacedInstalment {
  id: string
  number: number
  amount: Centavos
  dueDate: IsoDate
}

/**
 * Returns the maximum by which a new schedule may exceed the open amount, in centavos: the late charges that the law allows
 * on the amount overdue on a day, whatever the owner configures (CDC 52 §1: a fee once, and interest by the month).
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

/**
 * Whether the open instalments are exactly those that a renegotiation was based on: none paid, added, moved or changed
 * since.
 */
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
