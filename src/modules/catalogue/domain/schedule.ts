import { addDays, addMonths, type IsoDate } from '../../../core/calendar.ts'
import type { Centavos } from '../../../core/money.ts'
import type { Cadence, InstalmentKind, PaymentMethod } from '../../../core/payment-terms.ts'
import type { PaymentTerms } from './plan.ts'

/** One row of what will be paid. `number` is 0 for the entry and counts the instalments from 1. */
export type ScheduledPayment = {
  number: number
  kind: InstalmentKind
  amount: Centavos
  /** DATE in America/Sao_Paulo. */
  dueDate: IsoDate
  method: PaymentMethod
}

/**
 * When each part falls due (specification, section 9). The entry is due today and the instalments
 * follow it every 7 days, or every month counted from today so that the day never drifts.
 *
 * Without an entry the first instalment is due today: the specification leaves it open, but nothing
 * starts before a first payment, and the payment page pays what is due today. A card plan keeps one
 * row per instalment although the provider charges one purchase.
 */
export function schedule(input: { plan: PaymentTerms; today: IsoDate }): ScheduledPayment[] {
  const { plan, today } = input
  const { cadence, entry, instalments, method } = plan
  const wait = entry === undefined ? 0 : 1
  const rows = instalments.map(
    (amount, index): ScheduledPayment => ({
      number: index + 1,
      kind: cadence === 'once' ? 'a-vista' : 'parcela',
      amount,
      dueDate: periodsAfter(today, index + wait, cadence),
      method,
    }),
  )
  if (entry === undefined) return rows
  return [{ number: 0, kind: 'entrada', amount: entry, dueDate: today, method: 'pix' }, ...rows]
}

/** What a row is called: 'Entrada', 'Parcela 3 de 20', 'À vista'. */
export function scheduledPaymentLabel(row: Pick<ScheduledPayment, 'kind' | 'number'>, count: number): string {
  if (row.kind === 'parcela') return `Parcela ${row.number} de ${count}`
  return row.kind === 'entrada' ? 'Entrada' : 'À vista'
}

function periodsAfter(today: IsoDate, periods: number, cadence: Cadence): IsoDate {
  if (cadence === 'weekly') return addDays(today, periods * 7)
  return cadence === 'monthly' ? addMonths(today, periods) : today
}
