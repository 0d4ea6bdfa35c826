import { todayInSaoPaulo } from '../../core/calendar.ts'
import { type Outcome, ok } from '../../core/outcome.ts'
import {
  agreedPlan,
  howToPay,
  type PlanCost,
  paymentTypeText,
  planCost,
  type ScheduledPayment,
  schedule,
} from '../catalogue/public.ts'
import type { ProposalsDeps } from './deps.ts'
import { type OfferTerms, type OfferText, type OfferTextRefusal, parseOffer } from './parse-offer.ts'

export interface OfferPreview extends OfferTerms {
  /** As stored in the order: 'PIX mensal: entrada R$ 400,00 + 12x R$ 199,90'. */
  paymentTypeText: string
  howToPay: string
  cost: PlanCost
  /** With due dates as if accepted today. */
  payments: ScheduledPayment[]
}

/** Returns a preview of an offer with all totals and dates; refuses the same input as sending does. Stores nothing. */
export function previewCustomOffer(
  { clock }: Pick<ProposalsDeps, 'clock'>,
  text: OfferText,
): Outcome<OfferPreview, OfferTextRefusal> {
  const today = todayInSaoPaulo(clock.now())
  const parsed = parseOffer(text, today)
  if (!parsed.ok) return parsed
  const { plan, plans } = agreedPlan(parsed.value)
  return ok({
    ...parsed.value,
    paymentTypeText: paymentTypeText(plan),
    howToPay: howToPay(plan),
    cost: planCost({ plans }, plan),
    payments: schedule({ plan, today }),
  })
}
