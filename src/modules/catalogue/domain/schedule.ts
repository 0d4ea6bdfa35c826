import { addDays, addMonths, type IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Cadence, InstalmentKind, PaymentMethod } from '../../../core/payment-terms.ts'
import { firstDueDate } from './due-day.ts'
import type { PaymentTerms } from './plan.ts'

/** A scheduled payment. `number` is 0 for the entry; instalments are numbered from 1. */
export type ScheduledPayment = {
  number: number
  kind: InstalmentKind
  amount: Centavos
  /** DATE in America/Sao_Paulo. */
  dueDate: IsoDate
  method: PaymentMethod
}

/**
 * Due dates (specification, section 9). The entry is due today and the instalments follow every 7 days, or every month,
 * counted from today so that the day of the month does not drift.
 *
 * Without an entry the first instalment is due today: the specification leaves it open, but work does not start before a
 * first payment, and the payment page charges what is due today. A card plan has one row per instalment although the
 * provider charges a single purchase.
 *
 * @param dueDay a chosen due day (`dueDayChoices`): payments after today are due on it; ignored when it is not offered
 */
export function schedule(input: {
  plan: PaymentTerms
  today: IsoDate
  dueDay?: number | undefined
}): ScheduledPayment[] {
  const { plan, today, dueDay } = input
  const { cadence, entry, instalments, method } = plan
  const offset = entry === undefined ? 0 : 1
  const first = dueDay === undefined ? undefined : firstDueDate({ plan, today, dueDay })
  const dueDateOf = (periods: number) =>
    first && periods > 0 ? periodsAfter(first, periods - 1, cadence) : periodsAfter(today, periods, cadence)
  const rows = instalments.map(
    (amount, index): ScheduledPayment => ({
      number: index + 1,
      kind: cadence === 'once' ? 'a-vista' : 'parcela',
      amount,
      dueDate: dueDateOf(index + offset),
      method,
    }),
  )
  if (entry === undefined) return rows
  return [{ number: 0, kind: 'entrada', amount: entry, dueDate: today, method: 'pix' }, ...rows]
}

/** The label of a row: 'Entrada', 'Parcela 3 de 20', 'À vista'. */
export function scheduledPaymentLabel(row: Pick<ScheduledPayment, 'kind' | 'number'>, count: number): string {
  if (row.kind === 'parcela') return `Parcela ${row.number} de ${count}`
  return row.kind === 'entrada' ? 'Entrada' : 'À vista'
}

function periodsAfter(today: IsoDate, periods: number, cadence: Cadence): IsoDate {
  if (cadence === 'weekly') return addDays(today, periods * 7)
  return cadence === 'monthly' ? addMonths(today, periods) : today
}
