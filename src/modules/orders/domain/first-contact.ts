import { FIRST_CONTACT_HOURS } from '../../../core/commitments.ts'
import { after, HOUR } from '../../../core/durations.ts'

/** Deadline of the promised first contact, counted from the hiring, which is the signature of the contract. */
export function contactDueAt(hiredAt: Date): Date {
  return after(hiredAt, FIRST_CONTACT_HOURS * HOUR)
}
