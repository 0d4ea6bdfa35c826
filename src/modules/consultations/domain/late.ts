import { LATE_REFUND_HOURS } from '../../../core/commitments.ts'
import { after, before, HOUR } from '../../../core/durations.ts'

/** How long the team has to decide about the refund of a look-up that was not delivered in time, in milliseconds. */
const decisionTime = LATE_REFUND_HOURS * HOUR

/** When the refund of a late look-up is to be decided. */
export function refundDueAt(promisedAt: Date): Date {
  return after(promisedAt, decisionTime)
}

/** The promised time of the look-up whose refund is due at this time. */
export function promisedAtOfRefund(dueAt: Date): Date {
  return before(dueAt, decisionTime)
}

/** Whether the promised time has passed. */
export function isLate(promisedAt: Date, now: Date): boolean {
  return promisedAt <= now
}
