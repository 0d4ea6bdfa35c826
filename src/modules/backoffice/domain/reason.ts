import { MIN_REASON_LENGTH } from './lengths.ts'

/** Whether a team member has stated a reason: the audit log and the customer's history show it. */
export function isReason(text: string): boolean {
  return text.trim().length >= MIN_REASON_LENGTH
}
