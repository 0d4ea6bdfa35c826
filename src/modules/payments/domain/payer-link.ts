import { type InstalmentStatus, isInstalmentOpen } from './instalment.ts'
import type { ChargePhase } from './phase.ts'

/** The owner's rule for links with which another person pays an instalment. */
export const payerLinkRule = {
  /** Days that a link is valid, including the time in which it only shows that it was paid. */
  days: 30,
  /** Maximum codes per hour for one link. */
  codesPerHour: 20,
  /** Maximum codes per hour for one network, so that one person with the link cannot exhaust the limit for everyone. */
  codesPerHourOfNetwork: 10,
} as const

/**
 * What the page of a link shows.
 *
 * - `owed`: no code yet, or it has expired; a button requests one.
 * - `waiting`: a code that can be paid.
 * - `review`: money arrived and is being checked, or a payment is being processed: no further payment is needed.
 */
export type PayerLinkState = 'owed' | 'waiting' | 'review' | 'paid'

/**
 * @param phase of the charge for exactly this instalment, if there is one
 * @returns undefined when nothing is left to pay: the link answers like one that never existed
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
