import type { ChargePhase } from '../../../modules/payments/public.ts'

const openPhases: readonly ChargePhase[] = ['waiting', 'review', 'issuing']

/**
 * Data attributes that make a page follow its charge's phase (enhance/payment-live.ts).
 *
 * @param urls of the event stream, of the polling endpoint, and of the page after an approval
 * @returns no attributes for a charge in a final phase
 */
export function liveCharge(
  phase: ChargePhase,
  urls: { events: string; situation: string; approved: string },
) {
  if (!openPhases.includes(phase)) return {}
  return {
    'data-payment-live': phase,
    'data-live-events': urls.events,
    'data-live-situation': urls.situation,
    'data-live-approved': urls.approved,
  }
}
