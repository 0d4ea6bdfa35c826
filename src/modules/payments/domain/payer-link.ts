import { type InstalmentStatus, isInstalmentOpen } from './instalment.ts'
import type { ChargePhase } from './phase.ts'

/** The owner's rule for links with which somebody else pays an instalment. */
export const payerLinkRule = {
  /** Days that a link is valid, also to show that it was paid. */
  days: 30,
  /** Codes an hour of one link. */
  codesPerHour: 20,
  /** And of one network, so that nobody who has the link uses up everybody's. */
  codesPerHourOfNetwork: 10,
} as const

/**
 * What the page of a link shows.
 *
 * - `owed`: no code yet, or it is over; a button asks for one.
 * - `waiting`: a code that can be paid.
 * - `review`: money arrived and is being checked, or a payment is being processed: nothing more is to be paid.
 */
export type PayerLinkState = 'owed' | 'waiting' | 'review' | 'paid'

/**
 * @param phase of the charge for exactly this instalment, if there is one
 * @returns undefined when there is nothing to pay any more: the link answers like one that never was
 */
export function payerLinkState({
  status,
  underReview,
  phase,
}: {
  status: InstalmentStatus
  underReview: boolean
  phase: ChargePhase | undefined
}): PayerLinkState | undefined {
  if (status === 'paid') return 'paid'
  if (!isInstalmentOpen(status)) return undefined
  if (underReview || phase === 'review' || phase === 'amount_mismatch') return 'review'
  if (phase === 'approved') return 'paid'
  return phase === 'waiting' ? 'waiting' : 'owed'
}
