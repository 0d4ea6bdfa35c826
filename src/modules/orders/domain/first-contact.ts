import { FIRST_CONTACT_HOURS } from '../../../core/commitments.ts'

/** When the promise of a first contact breaks; it is counted from the hiring, which is the signature of the contract. */
export function contactDueAt(hiredAt: Date): Date {
  return new Date(hiredAt.getTime() + FIRST_CONTACT_HOURS * 3_600_000)
}
