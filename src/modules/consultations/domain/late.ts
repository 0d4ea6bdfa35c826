import { LATE_REFUND_HOURS } from '../../../core/commitments.ts'
import { after, before, HOUR } from '../../../core/durations.ts'

/** Milliseconds that the team has to decide on the refund of a look-up that was not delivered in time. */
const decisionTime = LATE_REFUND_HOURS * HOUR

/** The due time of the decision on the refund of a late look-up. */
export function refundDueAt(promisedAt: Date): Date {
  return after(promisedAt, decisionTime)
}

/** The promised time of a look-up, from the due time of its refund decision. */
export function promisedAtOfRefund(dueAt: Date): Date {
  return before(dueAt, decisionTime)
}

/** Whether the promised time has passed. */
export function isLate(promisedAt: Date, now: Date): boolean {
  return promisedAt <= now
}
