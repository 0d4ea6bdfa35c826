import type { Centavos } from '../../../core/money.ts'

/** What a second person may have to approve the refund of. */
export const approvalKinds = ['charge', 'credit', 'order'] as const
export type ApprovalKind = (typeof approvalKinds)[number]

/** The refund that was asked for. Stored as JSON. */
export interface ApprovedAsk {
  /** Centavos of a partial refund of a charge. */
  amount?: Centavos | undefined
  instalmentIds?: readonly string[] | undefined
  /** Of a credit: the member said that its money is this shop's. */
  isOurs?: boolean | undefined
}

/**
 * Whether a refund that a member of the team asks for waits until another one approves it.
 *
 * @param limit centavos up to which one person decides; undefined where one person always does
 */
export function needsApproval(amount: Centavos, limit: Centavos | undefined): boolean {
  return limit !== undefined && amount > limit
}
