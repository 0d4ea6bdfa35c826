import type { PaymentState } from './payment-state.ts'
import type { ReviewReason } from './settlement.ts'

/** The dispute ended after the payment was queued for review; a person still has to look at it. */
export type EndedDispute = 'dispute_over' | 'chargeback_reversed'

const ended: { readonly [reason in ReviewReason]?: EndedDispute } = {
  in_mediation: 'dispute_over',
  charged_back: 'chargeback_reversed',
}

/**
 * Returns why a payment is to be reviewed, by its current state: the reason in the report that caused the review may be
 * obsolete.
 */
export function reasonToReview({
  reviewReason,
  state,
}: {
  reviewReason: ReviewReason | null
  state: PaymentState | null
}): ReviewReason | EndedDispute | undefined {
  if (reviewReason === null) return undefined
  return reviewReason === state ? reviewReason : (ended[reviewReason] ?? reviewReason)
}
