import { before, DAY } from '../../../core/durations.ts'
import type { Centavos } from '../../../core/money.ts'

/** Kinds of refund that may need the approval of a second person. */
export const approvalKinds = ['charge', 'credit', 'order'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** The requested refund. Stored as JSON. */
export interface RefundDetails {
  /** Centavos of a partial refund of a charge. */
  amount?: Centavos | undefined
  instalmentIds?: readonly string[] | undefined
  /** For a credit: the team member stated that its money belongs to this shop. */
  isOurs?: boolean | undefined
}

/** Days within which the amounts that were decided for one customer without approval are added up. */
export const approvalWindowDays = 30

/**
 * Whether a decision of a member of the team about money needs the approval of another one.
 *
 * @param unapproved centavos decided for the same customer without approval within the window, including this decision: an
 *   amount in several parts needs what the whole would need
 * @param limit centavos up to which one person decides; undefined when one person always does
 */
export function needsApproval(unapproved: Centavos, limit: Centavos | undefined): boolean {
  return limit !== undefined && unapproved > limit
}

/** Start of the window that ends now. */
export function approvalWindowStart(now: Date): Date {
  return before(now, approvalWindowDays * DAY)
}
