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
import { drawUpOffer, type OfferTerms, type OfferText, type OfferTextRefusal } from './draw-up-offer.ts'

export interface OfferPreview extends OfferTerms {
  /** As the order will say it: 'PIX mensal: entrada R$ 400,00 + 12x R$ 199,90'. */
  paymentTypeText: string
  howToPay: string
  cost: PlanCost
  /** Dates as if it were accepted today. */
  payments: ScheduledPayment[]
}

/** What an offer would be, with every total and date; refused as it would be on sending. Nothing is stored. */
export function previewCustomOffer(
  { clock }: Pick<ProposalsDeps, 'clock'>,
  text: OfferText,
): Outcome<OfferPreview, OfferTextRefusal> {
  const today = todayInSaoPaulo(clock.now())
  const drawn = drawUpOffer(text, today)
  if (!drawn.ok) return drawn
  const { plan, plans } = agreedPlan(drawn.value)
  return ok({
    ...drawn.value,
    paymentTypeText: paymentTypeText(plan),
    howToPay: howToPay(plan),
    cost: planCost({ plans }, plan),
    payments: schedule({ plan, today }),
  })
}
