import { LATE_REFUND_HOURS } from '../../../core/commitments.ts'

/** How long the team has to decide about the refund of a look-up that was not delivered in time, in milliseconds. */
const decisionTime = LATE_REFUND_HOURS * 60 * 60_000

/** When the refund of a late look-up is to be decided. */
export function refundDueAt(promisedAt: Date): Date {
  return new Date(promisedAt.getTime() + decisionTime)
}

/** The promised time of the look-up whose refund is due at this time. */
export function promisedAtOfRefund(dueAt: Date): Date {
  return new Date(dueAt.getTime() - decisionTime)
}

/** Whether the promised time has passed. */
export function isLate(promisedAt: Date, now: Date): boolean {
  return promisedAt <= now
}
