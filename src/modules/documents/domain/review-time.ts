import { DOCUMENT_REVIEW_HOURS } from '../../../core/commitments.ts'

const reviewTime = DOCUMENT_REVIEW_HOURS * 60 * 60_000

/** When a document has to be looked at. */
export function reviewDueAt(sentAt: Date): Date {
  return new Date(sentAt.getTime() + reviewTime)
}

/** When the document was sent whose review is due at this time. */
export function sentAtOfReview(dueAt: Date): Date {
  return new Date(dueAt.getTime() - reviewTime)
}
