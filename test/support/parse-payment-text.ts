import type { IsoDate } from '../../src/core/calendar.ts'
import { type Outcome, ok } from '../../src/core/outcome.ts'
import {
  type PaymentTextRefusal,
  parsePaymentTerms,
  type ScheduledPayment,
  schedule,
} from '../../src/modules/catalogue/public.ts'

/** The payments of a custom offer that is accepted today. */
export function parsePaymentText(input: {
  paymentType: string
  priceText: string
  today: IsoDate
}): Outcome<ScheduledPayment[], PaymentTextRefusal> {
  const terms = parsePaymentTerms(input)
  return terms.ok ? ok(schedule({ plan: terms.value, today: input.today })) : terms
}
