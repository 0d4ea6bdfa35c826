import { todayInSaoPaulo } from '../../../core/calendar.ts'
import type { PaymentsDeps } from '../deps.ts'
import { type AmountDue, amountDue, type DueInstalment, payerKindOf } from '../domain/amount-due.ts'

/** Returns a function that computes today's amount due for the payer with this document. */
export function dueToday(
  { clock, terms }: Pick<PaymentsDeps, 'clock' | 'terms'>,
  { documento }: { documento: string },
): (instalment: DueInstalment) => AmountDue {
  const on = todayInSaoPaulo(clock.now())
  const payerKind = payerKindOf(documento)
  return (instalment) => amountDue({ instalment, on, terms, payerKind })
}
