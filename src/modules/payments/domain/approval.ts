import type { Centavos } from '../../../core/money.ts'

/** Kinds of refund that may need the approval of a second person. */
export const approvalKinds = ['charge', 'credit', 'order'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** The requested refund. Stored as JSON. */
export interface ApprovedAsk {
  /** Centavos of a partial refund of a charge. */
  amount?: Centavos | undefined
  instalmentIds?: readonly string[] | undefined
  /** For a credit: the team member stated that its money belongs to this shop. */
  isOurs?: boolean | undefined
}

/**
 * Whether a refund requested by a member of the team needs the approval of another one.
 *
 * @param limit centavos up to which one person decides; undefined when one person always does
 */
export function needsApproval(amount: Centavos, limit: Centavos | undefined): boolean {
  return limit !== undefined && amount > limit
}
