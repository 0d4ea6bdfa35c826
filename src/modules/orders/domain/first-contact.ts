import { FIRST_CONTACT_HOURS } from '../../../core/commitments.ts'
import { after, HOUR } from '../../../core/durations.ts'

/** When the promise of a first contact breaks; it is counted from the hiring, which is the signature of the contract. */
export function contactDueAt(hiredAt: Date): Date {
  return after(hiredAt, FIRST_CONTACT_HOURS * HOUR)
}
