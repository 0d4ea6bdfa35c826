import { after, MINUTE } from '../../../core/durations.ts'
import { defineMachine, type StateOf } from '../../../core/state-machine.ts'

/**
 * - `awaiting_payment`: requested; nothing is looked up before it is paid.
 * - `paid`: the delivery deadline runs.
 * - `delivered`: its report can be opened with the link and a proof of identity.
 * - `cancelled`: abandoned unpaid, or refunded.
 */
export type ConsultationStatus = StateOf<typeof consultationMachine>

/** Look-ups that are paid for. */
export const paidStatuses = ['paid', 'delivered'] as const satisfies ConsultationStatus[]

/** Look-ups that end unless they are paid for. */
export const unpaidStatuses = ['awaiting_payment', 'cancelled'] as const satisfies ConsultationStatus[]

/** Look-ups that have ended. */
export const endedStatuses = ['delivered', 'cancelled'] as const satisfies ConsultationStatus[]

export const consultationMachine = defineMachine({
  initial: 'awaiting_payment',
  transitions: {
    awaiting_payment: ['paid', 'cancelled'],
    paid: ['delivered', 'cancelled'],
    delivered: [],
    cancelled: ['paid'],
  },
})

/** The new status of a look-up when its money was returned or regained; undefined when the status does not change. */
export function statusAfterMoney(
  status: ConsultationStatus,
  { isReturned, wasPaid }: { isReturned: boolean; wasPaid: boolean },
): ConsultationStatus | undefined {
  if (status === 'paid' && isReturned) return 'cancelled'
  return status === 'cancelled' && wasPaid && !isReturned ? 'paid' : undefined
}

/** The person who is looked up, and the buyer's contact data. */
export interface Subject {
  /** 11 digits. */
  cpf: string
  name: string
  /** E.164. */
  phone: string
  /**
   * The buyer's e-mail address, to which the private link is sent; a guest may give none and keep the page's address
   * instead.
   */
  email: string | undefined
}

/** When the result is due: counted from the payment (specification, section 9). */
export function promisedAt({ paidAt, minutes }: { paidAt: Date; minutes: number }): Date {
  return after(paidAt, minutes * MINUTE)
}
