import type { ChargePhase } from '../../../modules/payments/public.ts'

const open: readonly ChargePhase[] = ['waiting', 'review', 'issuing']

/**
 * Attributes of a page that is to notice by itself what becomes of the charge it shows (enhance/payment-live.ts).
 *
 * @param at the addresses of its events and of its situation, and where an approval leads
 * @returns nothing for a charge that is over
 */
export function liveCharge(phase: ChargePhase, at: { events: string; situation: string; approved: string }) {
  if (!open.includes(phase)) return {}
  return {
    'data-payment-live': phase,
    'data-live-events': at.events,
    'data-live-situation': at.situation,
    'data-live-approved': at.approved,
  }
}
